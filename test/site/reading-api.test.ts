import { expect, test } from 'vitest';
import { listen, testsOnSharedSites } from '../../src/app/testing.ts';
import { blogTags } from '../../src/blog/contract.ts';
import { givenBlogs } from '../../src/blog/server/testing.ts';
import { latestBlogs } from '../../src/features/reading/contract/lists.ts';
import { allBlogs } from '../../src/features/search/contract.ts';
import { createCaller } from '../../src/identity/testing.ts';
import type { CallInput } from '../../src/platform/contract/define-endpoint.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

/** The titles of a list, followed from page to page by its links. */
async function readAll(url: string, input: CallInput<typeof allBlogs>['query']): Promise<string[]> {
  const titles: string[] = [];
  const query = new URLSearchParams(input as Record<string, string>);
  let next: string | undefined = `${allBlogs.path}?${query}`;
  while (next !== undefined) {
    const reply: Response = await fetch(url + next);
    expect(reply.status).toBe(200);
    titles.push(...((await reply.json()) as { title: string }[]).map((blog) => blog.title));
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return titles;
}

testOnEachEngine('the pages of all blogs contain each blog once', async ({ storage }) => {
  await givenBlogs(
    storage,
    Array.from({ length: 60 }, () => ({})),
  );
  const { url } = await listen(storage);
  const titles = await readAll(url, {});
  expect(titles).toHaveLength(60);
  expect(new Set(titles).size).toBe(60);
  expect(titles[0]).toBe('Blog 60');
  expect(await readAll(url, { limit: '100' })).toEqual(titles);
  expect(await readAll(url, { sort: 'oldest', limit: '7' })).toEqual(titles.toReversed());
});

testOnEachEngine('a filter and a search also apply to the next page', async ({ storage }) => {
  await givenBlogs(
    storage,
    Array.from({ length: 10 }, (_, index) => ({
      title: index % 2 ? `Odd ${index}` : `Even ${index}`,
      category: index < 8 ? ('Travel' as const) : ('Health' as const),
    })),
  );
  const { url } = await listen(storage);
  expect(await readAll(url, { filter: 'Travel', search: 'odd', limit: '3' })).toEqual([
    'Odd 7',
    'Odd 5',
    'Odd 3',
    'Odd 1',
  ]);
});

testOnEachEngine(
  'the API shows no e-mail address and no internal column of a blog',
  async ({ storage }) => {
    await givenBlogs(storage, [
      { author: { name: 'Ada', photo: null, bio: null }, longDescription: '# Hi\n\n*you*' },
    ]);
    await storage.write(({ db }) =>
      db.updateTable('people').set({ email: 'ada@example.org' }).execute(),
    );
    const { url } = await listen(storage);
    const [listed] = (await (await fetch(url + latestBlogs.path)).json()) as { _id: string }[];
    const blog = await (await fetch(`${url}/api/blog/${listed?._id}`)).json();
    expect(blog).toMatchObject({
      author: { name: 'Ada', photo: null, bio: null },
      wordCount: 2,
      version: 1,
    });
    // The data for a card: author, date, and the word count for its reading time.
    const createdAt = '2026-01-01T00:00:00.000Z';
    expect(listed).toMatchObject({ author: { name: 'Ada' }, createdAt, wordCount: 2 });
    expect(JSON.stringify([listed, blog])).not.toContain('example.org');
  },
);

testOnEachEngine(
  'a list is current at the first request after a write, also from another process',
  async ({ storage, open }) => {
    await givenBlogs(storage, [{ title: 'First' }]);
    const { url } = await listen(storage);
    const read = async () => (await fetch(url + latestBlogs.path)).text();
    expect(await read()).toContain('First');
    const kept = await read();
    await givenBlogs(storage, [{ title: 'Second', createdAt: Date.UTC(2026, 1, 1) }]);
    expect(await read()).toContain('Second');
    expect(kept).not.toContain('Second');

    const notified = new Promise<void>((resolve) => {
      storage.onChange((tags) => tags.includes(blogTags.lists) && resolve());
    });
    const other = await open();
    await givenBlogs(other, [{ title: 'From elsewhere', createdAt: Date.UTC(2026, 2, 1) }]);
    // SQLite is checked at each request; PostgreSQL sends a notification.
    if (storage.engine === 'postgres') await notified;
    expect(await read()).toContain('From elsewhere');
  },
);

const testOnSharedSite = testsOnSharedSites((storage) => givenBlogs(storage, [{ title: 'Plain' }]));

const refused = [
  'filter=Cooking',
  'filter=Travel&filter=Health',
  'filter[]=Travel&filter[$ne]=1&filter=x',
  'sort=title;drop table blogs',
  'limit=0',
  'limit=-1',
  'limit=1e9',
  'limit=101',
  'limit=many',
  'limit=',
  'limit=1&limit=2',
  'cursor=nonsense',
  `cursor=${Buffer.from('1.2').toString('base64url')}`,
  `search=${'x'.repeat(101)}`,
  `search=${'x'.repeat(7_000)}`,
  'search=%00',
  'search=a&search=b',
];

for (const query of refused) {
  testOnSharedSite(`all blogs refuses ${query.slice(0, 40)}`, async ({ url }) => {
    const reply = await fetch(`${url}${allBlogs.path}?${query}`);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/\.$/),
      requestId: expect.any(String),
      issues: [{ path: expect.any(String), message: expect.any(String) }],
    });
  });
}

for (const search of [
  '%',
  '_',
  "'",
  '\\',
  '"',
  '😀',
  'مرحبا',
  '‮txt',
  '100 %',
  `x'; drop table blogs; --`,
  '𐍈'.repeat(100),
]) {
  testOnSharedSite(
    `a search for ${search.slice(0, 20)} succeeds with no results`,
    async ({ url }) => {
      const reply = await createCaller(url).call(allBlogs, { query: { search } });
      expect(reply.body).toEqual([]);
    },
  );
}

for (const id of [
  'x',
  '0',
  '%00',
  '..%2f..',
  "'",
  '01a1fb8b-1448-7c0b-af21-84345062dc27',
  'a'.repeat(2_000),
]) {
  testOnSharedSite(`there is no blog ${id.slice(0, 20)}`, async ({ url }) => {
    for (const address of [`${url}/api/blog/${id}`, `${url}/blog/${id}`]) {
      const reply = await fetch(address);
      expect(reply.status, address).toBe(404);
    }
  });
}

testOnSharedSite('the OpenAPI document lists every call', async ({ url }) => {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: object };
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/latestBlogs',
      '/api/featuredBlogs',
      '/api/allBlogs',
      '/api/blog/{id}',
    ]),
  );
});

testOnSharedSite('/healthz and /readyz answer 200 while the database works', async ({ url }) => {
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

test('the error for invalid settings names each of them', async () => {
  const { readConfig } = await import('../../src/app/config.ts');
  expect(() => readConfig({ PORT: 'eighty', DATABASE_URL: 'mysql://x' })).toThrow(
    /PORT.*DATABASE_URL/,
  );
});
