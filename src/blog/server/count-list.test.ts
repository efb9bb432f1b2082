import { expect } from 'vitest';
import { testOnBothEngines } from '../../storage/testing.ts';
import { extentOf } from '../list-extent.ts';
import { type CountedPage, extentHeaders, type ListOf } from './count-list.ts';
import { givenBlogs } from './testing.ts';
import { allTexts } from './texts.ts';

testOnBothEngines('a page has the number of blogs before it and in total', async ({ storage }) => {
  await givenBlogs(
    storage,
    Array.from({ length: 9 }, (_, index) => ({
      category: index % 3 === 0 ? ('Travel' as const) : ('Health' as const),
    })),
  );
  // A hidden blog is not counted.
  await storage.write(({ db }) =>
    allTexts(db)
      .updateTable('blogs')
      .set({ moderation: 'hidden' })
      .where('title', '=', 'Blog 9')
      .execute(),
  );
  const newestFirst = await storage.reader
    .selectFrom('published_blogs')
    .select(['id', 'created_at', 'category'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const extent = async (
    rows: CountedPage['rows'],
    of: ListOf | undefined,
    isOldestFirst = false,
  ) => {
    const page = { rows, next: undefined, previous: 'before' };
    const headers = await extentHeaders(storage.reader, page, { of, isOldestFirst });
    return extentOf(new Headers(headers));
  };
  expect(newestFirst).toHaveLength(8);
  expect(await extent(newestFirst.slice(3, 5), {})).toEqual({ offset: 3, total: 8 });
  expect(await extent(newestFirst.toReversed().slice(6), {}, true)).toEqual({
    offset: 6,
    total: 8,
  });
  const travels = newestFirst.filter(({ category }) => category === 'Travel');
  expect(await extent(travels.slice(2), { category: 'Travel' })).toEqual({ offset: 2, total: 3 });
  // A search and an empty page have no extent.
  expect(await extent(newestFirst.slice(3), undefined)).toEqual({ offset: null, total: null });
  expect(await extent([], {})).toEqual({ offset: null, total: null });
});

testOnBothEngines('the total of a list of one page is its number of rows', async ({ storage }) => {
  const rows = [{ id: 'one', created_at: 1 }];
  const page = { rows, next: undefined, previous: undefined };
  expect(
    await extentHeaders(storage.reader, page, { of: undefined, isOldestFirst: false }),
  ).toEqual({
    'x-total-count': '1',
    'x-offset': '0',
  });
});
