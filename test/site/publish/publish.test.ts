import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { publishFile } from '../../../src/app/commands/publish/publish-file.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { blogFields, mapFields, optionalNames } from '../../../src/blog/fields.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { fronts, frontWith, newFolder, startStub, writerOn } from './testing-publish.ts';

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
    expect(readFileSync(file, 'utf8')).toMatch(
      new RegExp(`^---\nid: ${first.id}\netag: 1-[-\\d:.TZ]+\ntitle:`),
    );
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

test('a new blog is sent under a key of its content, and under another where that blog is gone', async () => {
  const file = path.join(newFolder(), 'post.md');
  const { requests, url: site } = await startStub([500, 201, 201, 404]);
  const publish = async (words: string) => {
    writeFileSync(file, `${fronts.YAML}\n${words}\n`);
    await publishFile({ file, site, token: 'hub_x' }).catch(() => {});
  };
  for (const words of ['One.', 'One.', 'Two.', 'One.']) await publish(words);
  const [lost, again, other, gone, anew] = requests.map((headers) => headers['idempotency-key']);
  expect(lost).toMatch(/^[0-9a-f]{64}$/);
  expect([again, gone]).toEqual([lost, lost]);
  expect(new Set([lost, other, anew]).size).toBe(3);
});

test('an id or a version that can’t be written into the file is said, with what to do', async () => {
  const file = path.join(newFolder(), 'post.md');
  const { url: site } = await startStub([], () => {
    rmSync(file);
    mkdirSync(file);
  });
  writeFileSync(file, `${fronts.TOML}\nWords.\n`);
  await expect(publishFile({ file, site, token: 'hub_x' })).rejects.toThrow(
    /published as one.*id: "one".*--id one/,
  );
  rmSync(file, { recursive: true });
  writeFileSync(file, `${frontWith('id: one', 'etag: 0-old')}\nWords.\n`);
  await expect(publishFile({ file, site, token: 'hub_x' })).rejects.toThrow(
    /is saved.*etag: "1-2026.*--overwrite/,
  );
});
