import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';
import { publishFile } from '../../../src/app/commands/publish/publish-file.ts';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { blogFields, mapFields, optionalNames } from '../../../src/blog/fields.ts';
import { makeToken } from '../../../src/features/account/contract/tokens.ts';
import { givenMember } from '../../../src/identity/testing.ts';
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

testOnEachEngine(
  'a Markdown file is published with its pictures, and updates the same blog the next time',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const body = { name: 'Editor', scope: 'write', days: null, password: '' } as const;
    const { secret: token } = (await ada.call(makeToken, { body })).body;
    const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-publish-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
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
