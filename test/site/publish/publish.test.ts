import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { publishFile } from '../../../src/app/commands/publish/publish-file.ts';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { blogFields, mapFields, optionalNames } from '../../../src/blog/fields.ts';
import { makeToken } from '../../../src/features/account/contract/tokens.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

const optionals = mapFields(optionalNames, (_field, name) => `some ${name}`);
const post = `---
title: From a file
description: Written in an editor of one’s own.
category: Technology
image: cover.png
${optionalNames.map((name) => `${blogFields[name].frontMatter}: ${optionals[name]}`).join('\n')}
---

Some words, and ![a square](cover.png).
`;

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-publish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function writerOn(storage: Storage) {
  const { url } = await listen(storage);
  const ada = await givenMember(storage, url);
  const body = { name: 'Editor', scope: 'write', days: null, password: '' } as const;
  return { url, ada, token: (await ada.call(makeToken, { body })).body.secret };
}

testOnEachEngine(
  'a Markdown file is published with its pictures, and updates the same blog the next time',
  async ({ storage }) => {
    const { url, ada, token } = await writerOn(storage);
    const folder = newFolder();
    const file = path.join(folder, 'post.md');
    const background = { r: 200, g: 30, b: 30 };
    const cover = sharp({ create: { width: 640, height: 480, channels: 3, background } });
    await cover.png().toFile(path.join(folder, 'cover.png'));
    writeFileSync(file, post);

    const first = await publishFile({ file, site: url, token });
    expect(first).toMatchObject({ isNew: true, pictures: 1, held: undefined });
    expect(readFileSync(file, 'utf8')).toContain(`---\nid: ${first.id}\ntitle:`);
    const params = { id: first.id };
    const { body: blog } = await ada.call(oneBlog, { params });
    expect(blog).toMatchObject({ title: 'From a file', ...optionals });
    expect(blog.longDescription).toContain(`![a square](${blog.imageUrl})`);

    writeFileSync(file, readFileSync(file, 'utf8').replace('Some words', 'Other words'));
    expect(await publishFile({ file, site: url, token })).toMatchObject({
      isNew: false,
      id: first.id,
    });
    expect((await ada.call(oneBlog, { params })).body.longDescription).toContain('Other words');

    await expect(publishFile({ file, site: url, token: 'x' })).rejects.toThrow(/token is not one/);
    await expect(publishFile({ file, site: 'http://hub.example', token })).rejects.toThrow(
      /--site/,
    );
    writeFileSync(path.join(folder, 'none.md'), post.replaceAll('cover', 'gone'));
    await expect(
      publishFile({ file: path.join(folder, 'none.md'), site: url, token }),
    ).rejects.toThrow(/no picture/);
  },
);

const fields = {
  title: 'From another generator',
  description: 'With a list of tags.',
  category: 'Travel',
  image: '/images/categories/travel.webp',
};
const quoted = (sign: string) =>
  Object.entries(fields).map(([name, value]) => `${name}${sign}"${value}"`);
const fronts = {
  YAML: `---\n${quoted(': ').join('\n')}\ntags:\n  - Kites\n  - Two words\n---\n`,
  TOML: `+++\n${quoted(' = ').join('\n')}\ntags = ["Kites", "Two words"]\n+++\n`,
  JSON: `${JSON.stringify({ ...fields, tags: ['Kites', 'Two words'] }, null, 2)}\n`,
};

testOnEachEngine(
  'front matter in YAML, TOML and JSON gets the id written into it, and a list of tags is kept',
  async ({ storage }) => {
    const { url, ada, token } = await writerOn(storage);
    const file = path.join(newFolder(), 'post.md');
    for (const [language, front] of Object.entries(fronts)) {
      writeFileSync(file, `${front}\nWords in ${language}.\n`);
      const { id, isNew } = await publishFile({ file, site: url, token });
      const { body: blog } = await ada.call(oneBlog, { params: { id } });
      expect([isNew, blog.tags, blog.longDescription]).toEqual([
        true,
        'Kites, Two words',
        `Words in ${language}.`,
      ]);
      const again = await publishFile({ file, site: url, token });
      expect([again.isNew, again.id]).toEqual([false, id]);
    }
  },
);

/** A site that answers with these statuses in turn, and then with 201. */
async function startStub(statuses: number[] = [], onRequest = () => {}) {
  const keys: unknown[] = [];
  const server = createServer((request, reply) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    onRequest();
    const status = statuses.shift() ?? 201;
    reply.writeHead(status, { 'content-type': 'application/json' }).end('{"_id":"one"}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return { keys, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('a new blog is sent under a key of its content, and under another where that blog is gone', async () => {
  const file = path.join(newFolder(), 'post.md');
  const { keys, url: site } = await startStub([500, 201, 201, 404]);
  const publish = async (words: string) => {
    writeFileSync(file, `${fronts.YAML}\n${words}\n`);
    await publishFile({ file, site, token: 'hub_x' }).catch(() => {});
  };
  for (const words of ['One.', 'One.', 'Two.', 'One.']) await publish(words);
  const [lost, again, other, gone, anew] = keys;
  expect(lost).toMatch(/^[0-9a-f]{64}$/);
  expect([again, gone]).toEqual([lost, lost]);
  expect(new Set([lost, other, anew]).size).toBe(3);
});

test('an id that can’t be written into the file is said, with what to do', async () => {
  const file = path.join(newFolder(), 'post.md');
  const { url: site } = await startStub([], () => {
    rmSync(file);
    mkdirSync(file);
  });
  writeFileSync(file, `${fronts.TOML}\nWords.\n`);
  await expect(publishFile({ file, site, token: 'hub_x' })).rejects.toThrow(
    /published as one.*--id one/,
  );
});
