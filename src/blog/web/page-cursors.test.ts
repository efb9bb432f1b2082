import { expect, test } from 'vitest';
import { cursorsOf } from './page-cursors.ts';

test('the cursors of the pages beside one are read from the Link header', () => {
  const next = '</api/allBlogs?filter=Travel&cursor=a-b_c>; rel="next"';
  const previous = '</api/allBlogs?cursor=d>; rel="prev"';
  expect(cursorsOf(next)).toEqual({ nextCursor: 'a-b_c', previousCursor: null });
  expect(cursorsOf(`${next}, ${previous}`)).toEqual({ nextCursor: 'a-b_c', previousCursor: 'd' });
});

test.each([null, '', '</api/allBlogs?cursor=abc>; rel="up"', '</api/allBlogs>; rel="next"'])(
  '%j leads to no other page',
  (link) => {
    expect(cursorsOf(link)).toEqual({ nextCursor: null, previousCursor: null });
  },
);
