import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { type Publishing, publishFile } from '../../../src/app/commands/publish/publish-file.ts';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { makeToken } from '../../../src/features/account/contract/tokens.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';

export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

export async function writerOn(storage: Storage) {
  const { url } = await listen(storage);
  const ada = await givenMember(storage, url);
  const body = { name: 'Editor', scope: 'write', days: null, password: '' } as const;
  return { url, ada, token: (await ada.call(makeToken, { body })).body.secret };
}

const required = {
  title: 'From another generator',
  description: 'With a list of tags.',
  category: 'Travel',
  image: '/images/categories/travel.webp',
};
const quoted = (sign: string) =>
  Object.entries(required).map(([name, value]) => `${name}${sign}"${value}"`);

/** Front matter with the required fields and two tags, in each language. */
export const fronts = {
  YAML: `---\n${quoted(': ').join('\n')}\ntags:\n  - Kites\n  - Two words\n---\n`,
  TOML: `+++\n${quoted(' = ').join('\n')}\ntags = ["Kites", "Two words"]\n+++\n`,
  JSON: `${JSON.stringify({ ...required, tags: ['Kites', 'Two words'] }, null, 2)}\n`,
  'JSON in one line': `${JSON.stringify({ ...required, tags: ['Kites', 'Two words'] })}\n`,
};

/** YAML front matter with the required fields and these lines. */
export const frontWith = (...lines: readonly string[]) =>
  `---\n${[...lines, ...quoted(': ')].join('\n')}\n---\n`;

/** A file of a member, who publishes it by a token. */
export async function fileOn(storage: Storage) {
  const { url, ada, token } = await writerOn(storage);
  const file = path.join(newFolder(), 'post.md');
  return {
    ada,
    file,
    read: () => readFileSync(file, 'utf8'),
    write: (text: string) => writeFileSync(file, text),
    change: (from: string, to: string) =>
      writeFileSync(file, readFileSync(file, 'utf8').replace(from, to)),
    publish: (options: Partial<Publishing> = {}) =>
      publishFile({ file, site: url, token, ...options }),
    blog: async (id: string) => (await ada.call(oneBlog, { params: { id } })).body,
    async draw(name: string) {
      const create = { width: 64, height: 48, channels: 3, background: 'teal' } as const;
      await sharp({ create })
        .png()
        .toFile(path.join(path.dirname(file), name));
    },
  };
}

/** A site that answers with these statuses in turn, and then with 201. */
export async function startStub(statuses: number[] = [], onRequest = () => {}) {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, reply) => {
    requests.push(request.headers);
    request.resume();
    onRequest();
    const status = statuses.shift() ?? 201;
    const saved = { _id: 'one', version: 1, updatedAt: '2026-01-01T00:00:00.000Z' };
    reply
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(status === 404 ? { code: 'blog-not-found' } : saved));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
