import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { allTexts } from '../../../../blog/server/texts.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { findPage } from '../../../search/server/find-page.ts';
import { findSources, ImportRefused, pathKeys } from './find-sources.ts';
import { type ImportOptions, importBlogs } from './import-blogs.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const post = (fields: string, body = 'Some words to read.') => `---\n${fields}\n---\n\n${body}\n`;
const good = post('title: Good\ndate: 2020-01-02');

function folderWith(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-hub-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

async function run(storage: Storage, target: string, options: Partial<ImportOptions> = {}) {
  const sources = await findSources(target);
  const results = await importBlogs(storage, sources, { keyOf: pathKeys(sources), ...options });
  return results.map(({ name, outcome, reason }) =>
    [name, outcome, ...(reason ? [reason] : [])].join(' | '),
  );
}

async function allBlogs(storage: Storage) {
  const list = {
    filter: '',
    search: undefined,
    sort: 'oldest',
    after: undefined,
    limit: 100,
  } as const;
  return (await findPage(storage.reader, list)).rows;
}

/** Imports one file; returns its blog. */
async function blogOf(storage: Storage, text: string, name = 'posts/a.md') {
  expect(await run(storage, folderWith({ [name]: text }))).toEqual([`${name} | imported`]);
  const [blog] = await allBlogs(storage);
  const whole = await allTexts(storage.reader)
    .selectFrom('blogs')
    .select(['long_description', 'image_alt'])
    .executeTakeFirst();
  return { ...blog, text: whole?.long_description, image_alt: whole?.image_alt };
}

testOnEachEngine(
  'front matter gives a blog its title, date, author, category, cover and summary',
  async ({ storage }) => {
    const fields =
      'title: A walk\ndate: 2020-01-02T03:04:05Z\nauthor: Ada Okafor (@ada)\ncategory: hiking\ncover_image: /images/a.webp\ncover_image_alt: "A  path: up"\nexcerpt: On *foot*.';
    const blog = await blogOf(storage, post(fields, '# A Walk\n\nOne two **three**.'));
    expect(blog).toMatchObject({
      title: 'A walk',
      created_at: Date.UTC(2020, 0, 2, 3, 4, 5),
      author_name: 'Ada Okafor',
      category: 'Travel',
      image_url: '/images/a.webp',
      image_alt: 'A path: up',
      short_description: 'On foot.',
      word_count: 3,
      text: 'One two **three**.',
    });
  },
);

testOnEachEngine(
  'missing front matter is taken from the text, the file name and the category',
  async ({ storage }) => {
    const body =
      '# From the *heading*\n\n_Only a remark._\n\nThe first real paragraph.\n\nThe second.';
    const blog = await blogOf(
      storage,
      `\uFEFF${post('tags: [npm]', body)}`,
      'posts/2019-03-04-a.mdx',
    );
    expect(blog).toMatchObject({
      title: 'From the heading',
      created_at: Date.UTC(2019, 2, 4),
      author_name: null,
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
    const folder = folderWith({
      'a-good.md': good,
      'b-none.md': 'Just text.',
      'c-open.md': '---\ntitle: x\n',
      'd-broken.md': post('title: "x\ndate: 2020-01-02'),
      'e-date.md': post('title: x\ndate: 2020-02-30'),
      'f-undated.md': post('title: x'),
      'g-untitled.md': post('date: 2020-01-02'),
      'h-latin1.md': Buffer.from(good.replace('Good', 'Gr\u00fcn'), 'latin1'),
      'i-huge.md': new Uint8Array(5 * 1024 * 1024 + 1),
      'j-draft.md': post('title: x\ndate: 2020-01-02\ndraft: true'),
      'k-empty.md': '---\ntitle: x\ndate: 2020-01-02\n---\n',
      'l-list.md': post('- title'),
      'm-nul.md': post('title: x\ndate: 2020-01-02', 'a\0b'),
      'z-good.markdown': post('title: Last\ndate: 2020-01-03'),
    });
    expect(await run(storage, folder)).toEqual([
      'a-good.md | imported',
      'b-none.md | failed | it has no front matter (a block between two lines of --- at its top)',
      'c-open.md | failed | its front matter has no end: the second line of --- is missing',
      expect.stringMatching(/^d-broken\.md \| failed \| its front matter is broken at line \d: /),
      'e-date.md | failed | its date "2020-02-30" isn\'t one',
      'f-undated.md | failed | it has no date, neither in its front matter nor at the start of its name',
      'g-untitled.md | failed | it has no title, neither in its front matter nor as a first heading',
      'h-latin1.md | failed | it is not UTF-8 text',
      'i-huge.md | failed | it is 5.0 MB; at most 5 MB are read',
      'j-draft.md | skipped | it is marked as a draft',
      'k-empty.md | failed | it has no text below its front matter',
      'l-list.md | failed | its front matter holds no fields such as `title: …`',
      "m-nul.md | failed | Long description holds characters that can't be used.",
      'z-good.markdown | imported',
    ]);
    expect((await allBlogs(storage)).map((blog) => blog.title)).toEqual(['Good', 'Last']);
  },
);

testOnEachEngine(
  'a repeated import by any path, link or copy adds no blogs',
  { tags: 'slow' },
  async ({ storage }) => {
    const folder = folderWith({
      'posts/news/a.md': good,
      'posts/b.md': post('title: B\ndate: 2020-01-03'),
    });
    const elsewhere = folderWith({});
    symlinkSync(path.join(folder, 'posts'), path.join(elsewhere, 'link'));
    mkdirSync(path.join(elsewhere, 'posts'));
    copyFileSync(path.join(folder, 'posts/b.md'), path.join(elsewhere, 'posts/b.md'));
    await run(storage, folder);
    for (const again of [
      folder,
      path.join(folder, 'posts'),
      path.join(elsewhere, 'link'),
      path.join(elsewhere, 'posts'),
      path.join(folder, 'posts/news/a.md'),
    ]) {
      for (const line of await run(storage, again))
        expect(line).toMatch(/ \| skipped \| it is there already$/);
    }
    expect(await allBlogs(storage)).toHaveLength(2);
  },
);

testOnEachEngine('files of the same name in two folders are two blogs', async ({ storage }) => {
  const folder = folderWith({ 'en/news/a.md': good, 'fr/news/a.md': good.replace('Good', 'Bon') });
  expect(await run(storage, folder)).toEqual([
    'en/news/a.md | imported',
    'fr/news/a.md | imported',
  ]);
  expect(await allBlogs(storage)).toHaveLength(2);
});

testOnEachEngine(
  'a changed file updates its blog, unless the blog was edited on the site',
  async ({ storage }) => {
    const folder = folderWith({ 'posts/a.md': good });
    const file = path.join(folder, 'posts/a.md');
    await run(storage, folder);
    writeFileSync(file, good.replace('Some words', 'Better words'));
    expect(await run(storage, folder)).toEqual(['posts/a.md | updated']);
    await storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ title: 'Mine', version: 2 }).execute(),
    );
    writeFileSync(file, good.replace('Some words', 'Other words'));
    expect(await run(storage, folder)).toEqual([
      'posts/a.md | skipped | it has been edited on the site since it was imported',
    ]);
    expect((await allBlogs(storage)).map((blog) => blog.title)).toEqual(['Mine']);
  },
);

testOnEachEngine(
  'a category and an author given as options override those of the files',
  async ({ storage }) => {
    const folder = folderWith({
      'a.md': post('title: x\ndate: 2020-01-02\ncategory: npm\nauthor: Them'),
    });
    await run(storage, folder, { category: 'Health', author: 'Us' });
    expect(await allBlogs(storage)).toMatchObject([{ category: 'Health', author_name: 'Us' }]);
  },
);

test('only Markdown files outside hidden folders are found, sorted, each once despite a loop of links', async () => {
  const folder = folderWith({
    'b/a.MD': '',
    'a.mdx': '',
    'c.txt': '',
    '.git/x.md': '',
    'b/node_modules/x.md': '',
  });
  symlinkSync('..', path.join(folder, 'b/loop'));
  symlinkSync('nowhere', path.join(folder, 'b/dead.md'));
  expect((await findSources(folder)).map(({ name }) => name)).toEqual(['a.mdx', 'b/a.MD']);
});

testOnEachEngine(
  'a link out of the folder is skipped with its reason, and one within the folder is read',
  async ({ storage }) => {
    const outside = folderWith({ 'secret.md': good, 'more/b.md': good });
    const folder = folderWith({ 'posts/a.md': good });
    symlinkSync(path.join(outside, 'secret.md'), path.join(folder, 'c.md'));
    symlinkSync(path.join(outside, 'more'), path.join(folder, 'd'));
    symlinkSync(`${path.relative(folder, outside)}/`, path.join(folder, 'e'));
    symlinkSync('posts/a.md', path.join(folder, 'f.md'));
    // Its path starts with the folder's path, but it is outside.
    const beside = `${folder}-2`;
    mkdirSync(beside);
    onTestFinished(() => rmSync(beside, { recursive: true, force: true }));
    writeFileSync(path.join(beside, 'g.md'), good);
    symlinkSync(path.join(beside, 'g.md'), path.join(folder, 'g.md'));
    const reason = 'skipped | it is a link that leads out of the folder';
    expect(await run(storage, folder)).toEqual([
      `c.md | ${reason}`,
      `d | ${reason}`,
      `e | ${reason}`,
      'f.md | imported',
      `g.md | ${reason}`,
    ]);
    expect(await allBlogs(storage)).toHaveLength(1);
  },
);

test('a folder or file without Markdown is refused with its reason', async () => {
  const folder = folderWith({ 'a.txt': '' });
  await expect(findSources(path.join(folder, 'none'))).rejects.toThrow(
    new ImportRefused(`${folder}/none isn't there.`),
  );
  await expect(findSources(folder)).rejects.toThrow(/holds no Markdown files/);
  await expect(findSources(path.join(folder, 'a.txt'))).rejects.toThrow(/isn't a Markdown file/);
});

testOnEachEngine(
  'a dry run reports the outcome of each file and writes nothing',
  async ({ storage }) => {
    const folder = folderWith({
      'a.md': good,
      'b.md': post('date: 2020-01-02'),
      'c.md': post('title: C\ndate: 2020-01-02'),
    });
    const dry = () => run(storage, folder, { isDryRun: true });
    const ahead = await dry();
    expect(await allBlogs(storage)).toEqual([]);
    expect(await run(storage, folder)).toEqual(ahead);
    expect(ahead.map((line) => line.split(' | ')[1])).toEqual(['imported', 'failed', 'imported']);

    writeFileSync(path.join(folder, 'c.md'), post('title: C2\ndate: 2020-01-02'));
    const again = await dry();
    expect((await allBlogs(storage)).map(({ title }) => title)).toEqual(['Good', 'C']);
    expect(await run(storage, folder)).toEqual(again);
    expect(again.map((line) => line.split(' | ')[1])).toEqual(['skipped', 'failed', 'updated']);
  },
);
