import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import { unzip } from './testing-unzip.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

const file = (name: string, content = 'x'): ZipEntry => ({
  name,
  content: Buffer.from(content),
  modifiedAt: Date.UTC(2026, 6, 4, 23, 59, 58),
});

const contentBytes = 256 * 1024;

async function archiveOf(...entries: readonly ZipEntry[]): Promise<Buffer> {
  return buffer(Readable.from(writeZip(Readable.from(entries)), { objectMode: false }));
}

test('a ZIP keeps names in any script, streamed files and empty files', async () => {
  async function* pieces() {
    yield 'é';
    yield 'x'.repeat(100_000);
  }
  const archive = await archiveOf(
    file('如何-é.md', 'ü'),
    { ...file('pieces.md'), content: pieces() },
    file('empty.md', ''),
  );
  const files = [...unzip(archive)].map(([name, content]) => [name, content.toString()]);
  expect(files).toEqual([
    ['如何-é.md', 'ü'],
    ['pieces.md', `é${'x'.repeat(100_000)}`],
    ['empty.md', ''],
  ]);
});

test('a file is requested only when the previous one has been packed', async () => {
  let made = 0;
  let lead = 0;
  async function* files() {
    for (; made < 60; ) {
      made += 1;
      // Twice the buffer of any stream in between, and incompressible.
      yield { ...file(`${made}.md`), content: randomBytes(contentBytes) };
    }
  }
  let taken = 0;
  for await (const piece of writeZip(files())) {
    taken += piece.length;
    lead = Math.max(lead, made - taken / contentBytes);
  }
  expect(made).toBe(60);
  expect(lead).toBeLessThan(3);
});

test('ending the download stops reading files', async () => {
  let isStopped = false;
  async function* files() {
    try {
      for (let count = 0; ; count += 1) yield file(`${count}.md`);
    } finally {
      isStopped = true;
    }
  }
  for await (const _ of writeZip(files())) break;
  expect(isStopped).toBe(true);
});

test('an error while reading files breaks the download', async () => {
  async function* files() {
    yield file('a.md');
    throw new Error('the database is gone');
  }
  const server = createServer((_, response) => {
    pipeline(Readable.from(writeZip(files()), { objectMode: false }), response).catch(() => {});
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/`);
  expect(reply.status).toBe(200);
  await expect(reply.arrayBuffer()).rejects.toThrow('terminated');
});
