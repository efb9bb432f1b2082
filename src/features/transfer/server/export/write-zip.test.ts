import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeZip, type ZipEntry } from './write-zip.ts';

const file = (name: string, content = 'x'): ZipEntry => ({
  name,
  content: Buffer.from(content),
  modifiedAt: Date.UTC(2026, 6, 4, 23, 59, 58),
});

/** What each file's own header begins with. */
const fileMark = Buffer.from('PK\x03\x04');

/** The archive's directory begins with its first file's entry. */
function directoryOf(archive: Buffer) {
  const at = archive.readUInt32LE(archive.length - 6);
  const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
  return {
    name: archive.toString('utf8', at + 46, nameEnd),
    isUtf8: (archive.readUInt16LE(at + 8) & 0x0800) !== 0,
    time: archive.readUInt32LE(at + 12),
  };
}

async function archiveOf(...entries: readonly ZipEntry[]): Promise<Buffer> {
  return buffer(Readable.from(writeZip(Readable.from(entries)), { objectMode: false }));
}

test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])(
  'dates are those of UTC where the server is in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { time } = directoryOf(await archiveOf(file('a.md')));
    expect([time >>> 25, (time >>> 21) & 15, (time >>> 16) & 31]).toEqual([46, 7, 4]);
    expect([(time >>> 11) & 31, (time >>> 5) & 63, (time & 31) * 2]).toEqual([23, 59, 58]);
  },
);

test('a name in any script is marked as UTF-8', async () => {
  const { name, isUtf8 } = directoryOf(await archiveOf(file('如何-é.md')));
  expect({ name, isUtf8 }).toEqual({ name: '如何-é.md', isUtf8: true });
});

test('a file is asked for when the one before has been taken, and only then', async () => {
  let made = 0;
  async function* files() {
    for (; made < 1_000; ) {
      made += 1;
      yield file(`${made}.md`, String(made).repeat(10_000));
    }
  }
  let taken = 0;
  let lead = 0;
  let held = 0;
  for await (const piece of writeZip(files())) {
    if (Buffer.from(piece.subarray(0, 4)).equals(fileMark)) taken += 1;
    lead = Math.max(lead, made - taken);
    held = Math.max(held, taken < 1_000 ? piece.length : 0);
  }
  expect({ made, taken, lead }).toEqual({ made: 1_000, taken: 1_000, lead: 0 });
  expect(held).toBeLessThan(10_000);
});

test('who stops reading stops the files', async () => {
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

test('a failure on the way breaks the download', async () => {
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
