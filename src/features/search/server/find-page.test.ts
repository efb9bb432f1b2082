import { expect } from 'vitest';
import { decodeCursor, encodeCursor, type PageBoundary } from '../../../blog/server/blogs-page.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines } from '../../../storage/testing.ts';
import { findLongest } from '../../reading/server/featured.ts';
import { findLatest } from '../../reading/server/reading-answers.ts';
import { findPage, type ListRequest } from './find-page.ts';
import { planTitleSearch } from './title-search.ts';

const everything: ListRequest = {
  filter: '',
  search: undefined,
  sort: '',
  after: undefined,
  limit: 100,
};

async function titlesOf(storage: Storage, request: Partial<ListRequest> = {}): Promise<string[]> {
  const { rows } = await findPage(storage.reader, { ...everything, ...request });
  return rows.map((row) => row.title);
}

async function search(storage: Storage, text: string): Promise<string[]> {
  return titlesOf(storage, { search: await planTitleSearch(storage.reader, text) });
}

testOnBothEngines('latest blogs are the six newest, newest first', async ({ storage }) => {
  await givenBlogs(
    storage,
    Array.from({ length: 8 }, () => ({})),
  );
  const rows = await findLatest(storage.reader);
  expect(rows.map((row) => row.title)).toEqual([
    'Blog 8',
    'Blog 7',
    'Blog 6',
    'Blog 5',
    'Blog 4',
    'Blog 3',
  ]);
});

testOnBothEngines('the longest blogs are the ten with the most words', async ({ storage }) => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  await givenBlogs(
    storage,
    [3, 12, 7, 1, 9, 5, 11, 2, 8, 10, 6, 4].map((count) => ({ longDescription: words(count) })),
  );
  const rows = await findLongest(storage.reader);
  expect(rows.map((row) => row.word_count)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
});

testOnBothEngines(
  'paging returns each blog once, also those with the same date',
  async ({ storage }) => {
    const createdAt = Date.UTC(2026, 5, 1);
    await givenBlogs(
      storage,
      Array.from({ length: 7 }, (_, index) => (index < 5 ? { createdAt } : {})),
    );
    const seen: string[] = [];
    let after: PageBoundary | undefined;
    for (let page = 0; page < 4; page += 1) {
      const { rows, next } = await findPage(storage.reader, { ...everything, after, limit: 2 });
      seen.push(...rows.map((row) => row.title));
      after = next;
    }
    expect(seen).toEqual(await titlesOf(storage));
    expect(new Set(seen).size).toBe(7);
  },
);

testOnBothEngines('paging back returns the same pages as forward', async ({ storage }) => {
  const createdAt = Date.UTC(2026, 5, 1);
  const given = Array.from({ length: 8 }, (_, index) => ({
    title: `Bread ${index}`,
    ...(index % 4 < 2 && { createdAt }),
  }));
  await givenBlogs(storage, [...given, { title: 'Salt', category: 'Travel' }]);
  const list = { ...everything, limit: 3 };
  const bread = await planTitleSearch(storage.reader, 'bread');
  for (const request of [
    { ...list },
    { ...list, filter: 'Other' as const },
    { ...list, sort: 'oldest' as const },
    { ...list, search: bread },
    { ...list, limit: 4, search: bread },
  ]) {
    const pages = [await findPage(storage.reader, request)];
    for (let after = pages[0]?.next; after; after = pages.at(-1)?.next) {
      pages.push(await findPage(storage.reader, { ...request, after }));
    }
    expect(pages[0]?.previous).toBeUndefined();
    const back = [pages.at(-1)];
    for (let after = back[0]?.previous; after; after = back.at(-1)?.previous) {
      back.push(await findPage(storage.reader, { ...request, after }));
    }
    expect(back.map((page) => page?.rows)).toEqual(pages.map(({ rows }) => rows).toReversed());
    expect(back.at(-1)?.next).toEqual(pages[0]?.next);
  }
});

testOnBothEngines(
  'paging back to less than a full page returns the first page',
  async ({ storage }) => {
    await givenBlogs(storage, [{}, {}, {}, {}]);
    const [, second] = (await findPage(storage.reader, everything)).rows;
    const after = {
      createdAt: second?.created_at ?? 0,
      id: second?.id ?? '',
      isBefore: true,
    } as const;
    expect(await findPage(storage.reader, { ...everything, limit: 2, after })).toEqual(
      await findPage(storage.reader, { ...everything, limit: 2 }),
    );
    expect(decodeCursor(encodeCursor(after))).toEqual(after);
  },
);

testOnBothEngines('the oldest-first sort reverses the order', async ({ storage }) => {
  await givenBlogs(storage, [{}, {}, {}]);
  expect(await titlesOf(storage, { sort: 'oldest' })).toEqual(['Blog 1', 'Blog 2', 'Blog 3']);
});

testOnBothEngines('a category filter returns only its blogs', async ({ storage }) => {
  await givenBlogs(storage, [{ category: 'Travel', title: 'By train' }, { category: 'Health' }]);
  expect(await titlesOf(storage, { filter: 'Travel' })).toEqual(['By train']);
});

testOnBothEngines('a title search ignores case, accents and one typo', async ({ storage }) => {
  await givenBlogs(storage, [
    { title: 'Über die Küche' },
    { title: 'Security releases' },
    { title: 'Other things' },
  ]);
  for (const text of ['UBER', 'kuche', 'Küche', 'kühce', 'uber kuche']) {
    expect(await search(storage, text), text).toEqual(['Über die Küche']);
  }
  for (const text of [
    'relases',
    'releasess',
    'reelases',
    'sekurity',
    'securityreleases',
    'rele',
    'curity',
  ]) {
    expect(await search(storage, text), text).toEqual(['Security releases']);
  }
});

testOnBothEngines('a title search requires every word in the title', async ({ storage }) => {
  await givenBlogs(storage, [{ title: 'Bread and butter' }, { title: 'Bread and time' }]);
  expect(await search(storage, 'bread time')).toEqual(['Bread and time']);
  expect(await search(storage, 'bread salt')).toEqual([]);
});

testOnBothEngines('query syntax characters in a search are literal', async ({ storage }) => {
  await givenBlogs(storage, [
    { title: '100% wool' },
    { title: 'snake_case' },
    { title: "it's C++" },
    { title: 'a\\b' },
  ]);
  expect(await search(storage, '%')).toEqual(['100% wool']);
  expect(await search(storage, '_')).toEqual(['snake_case']);
  expect(await search(storage, 'c++')).toEqual(["it's C++"]);
  expect(await search(storage, '\\')).toEqual(['a\\b']);
  expect(await search(storage, "'")).toEqual(["it's C++"]);
  expect(await search(storage, '" OR 1=1 --')).toEqual([]);
  expect(await search(storage, 'NEAR(a b) *')).toEqual([]);
  expect(await search(storage, '😀')).toEqual([]);
});

testOnBothEngines(
  'a title search in Chinese or Arabic matches part of the title',
  async ({ storage }) => {
    await givenBlogs(storage, [{ title: '如何写一篇好文章' }, { title: 'كيف تكتب مقالا' }]);
    expect(await search(storage, '好文章')).toEqual(['如何写一篇好文章']);
    expect(await search(storage, 'تكتب')).toEqual(['كيف تكتب مقالا']);
  },
);

testOnBothEngines('a search of only spaces returns all blogs', async ({ storage }) => {
  await givenBlogs(storage, [{}, {}]);
  expect(await search(storage, '   ')).toHaveLength(2);
});
