import { expect, test } from 'vitest';
import { nextCursorOf } from './next-cursor.ts';

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
