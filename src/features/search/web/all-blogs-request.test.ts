import { expect, test } from 'vitest';
import { nextCursorOf } from '../../../blog/web/blog-queries.ts';
import { allBlogsRequestOf } from './all-blogs-request.ts';

test('an address without a query asks for everything', () => {
  expect(allBlogsRequestOf(new URLSearchParams())).toEqual({
    filter: '',
    search: '',
    sort: '',
    cursor: '',
  });
});

test("the address keeps filter, search and page; blanks around a search don't count", () => {
  const search = new URLSearchParams('filter=Travel&search=+night+train+&cursor=abc&other=1');
  expect(allBlogsRequestOf(search)).toEqual({
    filter: 'Travel',
    search: 'night train',
    sort: '',
    cursor: 'abc',
  });
});

test("the next page's cursor is read from the Link header", () => {
  const link = '</api/allBlogs?filter=Travel&cursor=a-b_c>; rel="next"';
  expect(nextCursorOf(link)).toBe('a-b_c');
});

test.each([null, '', '</api/allBlogs?cursor=abc>; rel="prev"', '</api/allBlogs>; rel="next"'])(
  '%j leads to no next page',
  (link) => {
    expect(nextCursorOf(link)).toBeNull();
  },
);
