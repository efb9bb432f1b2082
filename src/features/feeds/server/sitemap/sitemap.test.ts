import { expect } from 'vitest';
import { hold } from '../../../../blog/life.ts';
import { givenBlogs } from '../../../../blog/server/testing.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { startMemberSite } from '../../../../identity/testing.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines } from '../../../../storage/testing.ts';
import { type SitemapParts, sitemapAnswers } from './sitemap-answers.ts';

const siteUrl = 'https://blog.example.org';

async function start(storage: Storage, sitemapLimits: SitemapParts['sitemapLimits']) {
  const { visitor } = await startMemberSite(storage, () =>
    sitemapAnswers({ storage, siteUrl, sitemapLimits }),
  );
  async function read(path: string) {
    const reply = await visitor.request(path);
    const text = await reply.text();
    const paths = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) =>
      url.replace(siteUrl, ''),
    );
    const isIndex = text.includes('<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/');
    return { status: reply.status, text, paths, isIndex };
  }
  return { read };
}

async function blogPaths({ reader }: Storage): Promise<readonly string[]> {
  const rows = await reader.selectFrom('published_blogs').select('id').execute();
  return rows.map(({ id }) => `/blog/${id}`);
}

const may = Date.UTC(2024, 4, 1);
const june = Date.UTC(2024, 5, 1);
/** Seven blogs of May, three of them with the same date, and one of June. */
const blogs = [
  ...[0, 1, 1, 1, 2, 3, 4].map((ms) => ({
    createdAt: may + ms,
    tags: `Tag ${ms}`,
    author: { name: `Author ${ms}`, photo: null, bio: null },
  })),
  { createdAt: june, author: null },
];
/** Home, All Blogs, Featured Blogs, Contact, Tags and the archive; its one year and its two months. */
const fixed = 6 + 1 + 2;
const authors = 7;
const tags = 5;
const all = fixed + blogs.length + authors + tags;

testOnBothEngines('a sitemap up to the limit is a single file', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  const { read } = await start(storage, { addressesMax: all, partMax: 3 });
  const { isIndex, paths, text } = await read('/sitemap.xml');
  expect(isIndex).toBe(false);
  expect(paths).toHaveLength(all);
  expect(new Set(paths).size).toBe(all);
  expect(paths).toEqual(expect.arrayContaining([...(await blogPaths(storage))]));
  expect(paths).toEqual(
    expect.arrayContaining(['/archive', '/archive/2024', '/archive/2024/05', '/tags/tag-1']),
  );
  expect(text.match(/<lastmod>/g)).toHaveLength(blogs.length);
});

testOnBothEngines(
  'a sitemap above the limit is an index of parts that list each address once',
  async ({ storage }) => {
    await givenBlogs(storage, blogs);
    const { read } = await start(storage, { addressesMax: all - 1, partMax: 3 });
    const index = await read('/sitemap.xml');
    expect(index.isIndex).toBe(true);
    expect(index.paths).toEqual([
      '/sitemap.xml?part=pages',
      '/sitemap.xml?part=authors',
      '/sitemap.xml?part=authors-2',
      '/sitemap.xml?part=authors-3',
      '/sitemap.xml?part=tags',
      '/sitemap.xml?part=tags-2',
      '/sitemap.xml?part=2024-06',
      '/sitemap.xml?part=2024-05',
      '/sitemap.xml?part=2024-05-2',
      '/sitemap.xml?part=2024-05-3',
    ]);
    const changed = [...index.text.matchAll(/<lastmod>([^<]*)<\/lastmod>/g)].map(([, at = '']) =>
      Date.parse(at),
    );
    expect(changed).toHaveLength(4);
    // The database sets them by its own clock.
    for (const at of changed) expect(Math.abs(at - Date.now())).toBeLessThan(600_000);

    const parts = await Promise.all(index.paths.map(read));
    const [pages, ...walked] = parts;
    expect(parts.map(({ status, isIndex }) => [status, isIndex])).toEqual(
      parts.map(() => [200, false]),
    );
    expect(pages?.paths).toHaveLength(fixed);
    for (const { paths } of walked) expect(paths.length).toBeLessThanOrEqual(3);
    const named = parts.flatMap(({ paths }) => paths);
    expect(named).toHaveLength(all);
    expect(new Set(named).size).toBe(all);
    expect(named).toEqual(expect.arrayContaining([...(await blogPaths(storage))]));
  },
);

testOnBothEngines('a hidden blog leaves its part of the sitemap', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  const { read } = await start(storage, { addressesMax: 10, partMax: 3 });
  const [june] = (await read('/sitemap.xml?part=2024-06')).paths;
  const id = june?.replace('/blog/', '') ?? '';
  await storage.write((write) => changeBlog(write, id, hold('hidden')));
  expect((await read('/sitemap.xml?part=2024-06')).status).toBe(404);
  expect((await read('/sitemap.xml')).text).not.toContain('2024-06');
  expect((await read('/sitemap.xml?part=pages')).text).not.toContain('2024/06');
});

testOnBothEngines('a sitemap part that does not exist gets 404', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  const { read } = await start(storage, { addressesMax: 9, partMax: 3 });
  const names = [
    '2024-05-4',
    '2024-05-1',
    '2024-05-0',
    '2024-05-99999',
    '2024-07',
    '2024-13',
    '2024-5',
    '2024',
    'pages-2',
    'authors-4',
    'tags-9999',
    'all',
    '2024-05.xml',
    '%00',
  ];
  for (const name of names) {
    expect([name, (await read(`/sitemap.xml?part=${name}`)).status]).toEqual([name, 404]);
  }
});

testOnBothEngines('saving a blog changes the date of its month', async ({ storage }) => {
  await givenBlogs(storage, blogs);
  const changes = () =>
    storage.reader.selectFrom('blog_months').selectAll().orderBy('month').execute();
  await storage.write(({ db }) => db.updateTable('blog_months').set({ changed_at: 1 }).execute());
  const [blog] = await storage.reader
    .selectFrom('published_blogs')
    .select('id')
    .where('created_at', '=', june)
    .execute();
  await storage.write(({ db }) =>
    allTexts(db)
      .updateTable('blogs')
      .set({ updated_at: june + 5 })
      .where('id', '=', blog?.id ?? '')
      .execute(),
  );
  const [ofMay, ofJune] = await changes();
  expect(ofMay).toEqual({ month: '2024-05', blogs: 7, changed_at: 1 });
  expect(ofJune).toMatchObject({ month: '2024-06', blogs: 1 });
  expect(ofJune?.changed_at).toBeGreaterThan(1);
});
