import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { namedPictures } from '../../../src/features/pictures/server/named-pictures.ts';
import { openForeignExport } from '../../../src/features/transfer/server/import/formats/open-foreign-export.ts';
import {
  fileOf,
  folderOf,
  zipOf,
} from '../../../src/features/transfer/server/import/formats/testing-exports.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import { blogsIn, plainPicture, rowsIn, run } from './testing-imports.ts';

const post = (fields: string, body = 'Some words to read.') => `---\n${fields}\n---\n\n${body}\n`;
const good = post('title: Good\ndate: 2020-01-02');
const there = 'skipped | it is there already';

/** Imports a folder, file or archive as the command does; returns a line for each item. */
async function importFrom(
  storage: Storage,
  target: string,
  options: Parameters<typeof run>[2] = {},
) {
  const foreign = await openForeignExport(target);
  if (!foreign) throw new Error(`${target} is not known.`);
  try {
    return await run(storage, foreign, options);
  } finally {
    await foreign.close();
  }
}

const linesFrom = async (...given: Parameters<typeof importFrom>) =>
  (await importFrom(...given)).lines;

/** Imports one file; returns its blog. */
async function blogOf(storage: Storage, text: string, name = 'posts/a.md') {
  expect(await linesFrom(storage, folderOf({ [name]: text }))).toEqual([`${name} | imported`]);
  const [blog] = await blogsIn(storage);
  const author = await storage.reader.selectFrom('people').select('name').executeTakeFirst();
  return { ...blog, author: author?.name };
}

testOnEachEngine(
  'front matter gives a blog its title, date, author, category, cover and summary',
  async ({ storage }) => {
    const fields =
      'title: A walk\ndate: 2020-01-02T03:04:05Z\nauthor: Ada Okafor (@ada)\ncategory: hiking\ncover_image: /images/a.webp\ncover_image_alt: "A  path: up"\nexcerpt: On *foot*.';
    expect(await blogOf(storage, post(fields, '# A Walk\n\nOne two **three**.'))).toMatchObject({
      title: 'A walk',
      created_at: Date.UTC(2020, 0, 2, 3, 4, 5),
      author: 'Ada Okafor',
      category: 'Travel',
      image_url: '/images/a.webp',
      image_alt: 'A path: up',
      short_description: 'On foot.',
      word_count: 3,
      long_description: 'One two **three**.',
    });
  },
);

testOnEachEngine(
  'missing front matter is taken from the text, the file name and the category',
  async ({ storage }) => {
    const body =
      '# From the *heading*\n\n_Only a remark._\n\nThe first real paragraph.\n\nThe second.';
    const file = `\uFEFF${post('tags: [npm]', body)}`;
    expect(await blogOf(storage, file, 'posts/2019-03-04-a.mdx')).toMatchObject({
      title: 'From the heading',
      created_at: Date.UTC(2019, 2, 4),
      author_id: expect.any(String),
      category: 'Technology',
      image_url: '/images/categories/technology.webp',
      short_description: 'The first real paragraph.',
    });
  },
);

testOnEachEngine(
  'a long first paragraph is cut at a word to at most 150 code points',
  async ({ storage }) => {
    const blog = await blogOf(storage, post('title: T\ndate: 2020-01-02', 'Wörter 😀 '.repeat(40)));
    expect([...(blog.short_description ?? '')].length).toBeLessThanOrEqual(150);
    expect(blog.short_description).toMatch(/(?:Wörter|😀)…$/u);
  },
);

testOnEachEngine(
  'an invalid file is reported with its reason, and the other files are imported',
  async ({ storage }) => {
    const folder = folderOf({
      'a-good.md': good,
      'b-none.md': 'Just text.',
      'c-open.md': '---\ntitle: x\n',
      'd-broken.md': post('title: "x\ndate: 2020-01-02'),
      'e-date.md': post('title: x\ndate: 2020-02-30'),
      'f-undated.md': post('title: x'),
      'h-latin1.md': Buffer.from(good.replace('Good', 'Gr\u00fcn'), 'latin1'),
      'i-huge.md': new Uint8Array(5 * 1024 * 1024 + 1),
      'k-empty.md': '---\ntitle: x\ndate: 2020-01-02\n---\n',
      'l-list.md': post('- title'),
      'z-good.markdown': post('title: Last\ndate: 2020-01-03'),
    });
    expect(await linesFrom(storage, folder)).toEqual([
      'a-good.md | imported',
      'b-none.md | failed | it has no front matter (a block between two lines of --- at its top)',
      'c-open.md | failed | its front matter has no end: the second line of --- is missing',
      expect.stringMatching(/^d-broken\.md \| failed \| its front matter is broken at line \d: /),
      'e-date.md | failed | its date "2020-02-30" isn\'t one',
      'f-undated.md | failed | it has no date, neither in its front matter nor at the start of its name',
      'h-latin1.md | failed | it is not UTF-8 text',
      'i-huge.md | failed | it is larger than 5 MB or can’t be read',
      'k-empty.md | skipped | it has no text below its front matter',
      'l-list.md | failed | its front matter holds no fields such as `title: …`',
      'z-good.markdown | imported',
    ]);
    expect((await blogsIn(storage)).map(({ title }) => title)).toEqual(['Good', 'Last']);
  },
);

testOnEachEngine(
  'a repeated import by any path, link, copy or archive adds no blogs',
  { tags: 'slow' },
  async ({ storage }) => {
    const files = { 'news/a.md': good, 'b.md': post('title: B\ndate: 2020-01-03') };
    const inPosts = { 'posts/news/a.md': files['news/a.md'], 'posts/b.md': files['b.md'] };
    const folder = folderOf(inPosts);
    const elsewhere = folderOf({});
    symlinkSync(path.join(folder, 'posts'), path.join(elsewhere, 'link'));
    mkdirSync(path.join(elsewhere, 'posts'));
    copyFileSync(path.join(folder, 'posts/b.md'), path.join(elsewhere, 'posts/b.md'));
    await linesFrom(storage, folder);
    for (const again of [
      folder,
      path.join(folder, 'posts'),
      path.join(elsewhere, 'link'),
      path.join(elsewhere, 'posts'),
      path.join(folder, 'posts/news/a.md'),
      fileOf('posts.zip', await zipOf(files)),
      fileOf('other.zip', await zipOf(inPosts)),
    ]) {
      for (const line of await linesFrom(storage, again)) expect(line).toContain(` | ${there}`);
    }
    expect(await blogsIn(storage)).toHaveLength(2);
  },
);

testOnEachEngine(
  'a blog that version 0.1.0 imported is found, also by a name with blanks',
  async ({ storage }) => {
    const folder = folderOf({ 'my posts/a b.md': good });
    await linesFrom(storage, folder);
    await storage.write(async ({ db }) => {
      const before = { source_key: 'my posts/a b.md@2020-01-02' };
      await allTexts(db).updateTable('blogs').set(before).execute();
      await db.deleteFrom('imported_texts').execute();
    });
    expect(await linesFrom(storage, folder)).toEqual([`my posts/a b.md | ${there}`]);
    expect(await linesFrom(storage, folder)).toEqual([`my posts/a b.md | ${there}`]);
    expect(await blogsIn(storage)).toHaveLength(1);
  },
);

testOnEachEngine('files of the same name in two folders are two blogs', async ({ storage }) => {
  const folder = folderOf({ 'en/news/a.md': good, 'fr/news/a.md': good.replace('Good', 'Bon') });
  const lines = ['en/news/a.md', 'fr/news/a.md'];
  expect(await linesFrom(storage, folder)).toEqual(lines.map((name) => `${name} | imported`));
  expect(await linesFrom(storage, folder)).toEqual(lines.map((name) => `${name} | ${there}`));
  expect(await blogsIn(storage)).toHaveLength(2);
});

testOnEachEngine(
  'a changed file updates its blog, unless the blog was edited on the site',
  async ({ storage }) => {
    const folder = folderOf({ 'posts/a.md': good });
    const file = path.join(folder, 'posts/a.md');
    await linesFrom(storage, folder);
    writeFileSync(file, good.replace('Some words', 'Better words'));
    expect(await linesFrom(storage, folder)).toEqual(['posts/a.md | updated']);
    await storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ title: 'Mine', version: 2 }).execute(),
    );
    writeFileSync(file, good.replace('Some words', 'Other words'));
    expect(await linesFrom(storage, folder)).toEqual([
      'posts/a.md | skipped | it has been changed here since it was imported',
    ]);
    expect((await blogsIn(storage)).map(({ title }) => title)).toEqual(['Mine']);
  },
);

testOnEachEngine(
  'a draft stays one until its file is published, under the date that it gets',
  async ({ storage }) => {
    const folder = folderOf({ 'posts/a.md': post('title: Soon\ndraft: true') });
    expect(await linesFrom(storage, folder)).toEqual(['posts/a.md | imported']);
    expect(await blogsIn(storage)).toMatchObject([{ title: 'Soon', state: 'draft' }]);
    writeFileSync(path.join(folder, 'posts/a.md'), post('title: Soon\ndate: 2020-01-02'));
    expect(await linesFrom(storage, folder)).toEqual(['posts/a.md | updated']);
    expect(await blogsIn(storage)).toMatchObject([
      { title: 'Soon', state: 'published', created_at: Date.UTC(2020, 0, 2) },
    ]);
  },
);

testOnEachEngine(
  'a plain folder takes the choices of any export, its pictures and its old addresses',
  async ({ storage }) => {
    const fields = 'date: 2020-01-02\nauthor: Them\nimage: ../img/cover.png\naliases: [/old/a/]';
    const body =
      '![below](near/b.png) ![above](../img/a%20b.png) ![by name][c]\n\n![away](https://old.example/d.png)\n\n[c]: ./near/c.png';
    const folder = folderOf({
      'posts/a.md': post(`title: A\ncategory: Quirks\n${fields}`, body),
      'posts/near/b.png': await plainPicture(10),
      'posts/near/c.png': await plainPicture(20),
      'img/a b.png': await plainPicture(30),
      'img/cover.png': await plainPicture(40),
    });
    const picture = await plainPicture(50);
    const headers = { 'content-type': 'image/png' };
    const { lines, results } = await importFrom(storage, folder, {
      choices: { categories: new Map([['quirks', 'Travel' as const]]), author: 'Us' },
      fetchPublic: async (url) => ({ status: 200, headers, body: picture, url }),
    });
    expect(lines).toEqual(['posts/a.md | imported']);
    expect(results[0]?.pictures).toEqual({ in: 5, leftOut: 0 });
    const [blog] = await blogsIn(storage);
    expect(blog?.category).toBe('Travel');
    expect(namedPictures(blog?.image_url ?? '').size).toBe(1);
    expect(namedPictures(blog?.long_description ?? '').size).toBe(4);
    const people = await storage.reader.selectFrom('people').select('name').execute();
    expect(people).toEqual([{ name: 'Us' }]);
    const redirects = await storage.reader.selectFrom('redirects').select('path').execute();
    expect(redirects).toEqual([{ path: '/old/a' }]);
  },
);

testOnEachEngine(
  'a dry run of a folder reports the outcome of each file and writes nothing',
  async ({ storage }) => {
    const folder = folderOf({
      'a.md': good,
      'b.md': post('date: 2020-01-0'),
      'c.md': post('title: C\ndate: 2020-01-02'),
    });
    const dry = () => linesFrom(storage, folder, { isDryRun: true });
    const before = await rowsIn(storage);
    const ahead = await dry();
    expect(await rowsIn(storage)).toEqual(before);
    expect(await linesFrom(storage, folder)).toEqual(ahead);
    expect(ahead.map((line) => line.split(' | ')[1])).toEqual(['imported', 'failed', 'imported']);

    writeFileSync(path.join(folder, 'c.md'), post('title: C2\ndate: 2020-01-02'));
    const again = await dry();
    expect((await blogsIn(storage)).map(({ title }) => title)).toEqual(['C', 'Good']);
    expect(await linesFrom(storage, folder)).toEqual(again);
    expect(again.map((line) => line.split(' | ')[1])).toEqual(['skipped', 'failed', 'updated']);
  },
);
