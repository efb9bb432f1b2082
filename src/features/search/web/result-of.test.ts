import { expect, test } from 'vitest';
import type { ListExtent } from '../../../blog/list-extent.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { resultOf } from './result-of.ts';

const everything: AllBlogsRequest = { filter: '', search: '', sort: '', cursor: '' };

const uncounted = { offset: null, total: null };

function pageOf(
  count: number,
  nextCursor: string | null = null,
  extent: ListExtent = nextCursor === null ? { offset: 0, total: count } : uncounted,
) {
  return { blogs: Array.from({ length: count }), nextCursor, extent };
}

test('a list shows the number of blogs found', () => {
  expect(resultOf(everything, pageOf(0))).toBe('No blogs');
  expect(resultOf(everything, pageOf(1))).toBe('1 blog');
  expect(resultOf(everything, pageOf(12))).toBe('12 blogs');
});

test('a list shows its category and search', () => {
  expect(resultOf({ ...everything, filter: 'Travel', search: 'train' }, pageOf(3))).toBe(
    '3 blogs in Travel for “train”',
  );
});

test('a page of a list shows its range and the total', () => {
  const request = { ...everything, filter: 'Travel' } as const;
  expect(resultOf(request, pageOf(24, 'abc', { offset: 24, total: 1_234 }))).toBe(
    '25–48 of 1,234 blogs in Travel',
  );
});

test('where only texts have the words, the list says that no title has them', () => {
  const request = { ...everything, search: 'train' };
  expect(resultOf(request, pageOf(0), true)).toBe('No title has “train”');
  expect(resultOf({ ...request, filter: 'Travel' }, pageOf(0), true)).toBe(
    'No title in Travel has “train”',
  );
  expect(resultOf(request, pageOf(2), true)).toBe('2 blogs for “train”');
});

test('a full page of a search says that older blogs follow', () => {
  expect(resultOf({ ...everything, search: 'train' }, pageOf(24, 'abc'))).toBe(
    '24 blogs for “train” on this page, and older ones on the next',
  );
});

test('a short page of a search says that the search continues', () => {
  expect(resultOf({ ...everything, search: 'train' }, pageOf(0, 'abc'))).toBe(
    'No blogs for “train” on this page; the search goes on on the next',
  );
});
