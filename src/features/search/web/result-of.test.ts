import { expect, test } from 'vitest';
import type { AllBlogsRequest } from '../../../paths.ts';
import { resultOf } from './result-of.ts';

const everything: AllBlogsRequest = { filter: '', search: '', sort: '', cursor: '' };

function pageOf(count: number, nextCursor: string | null = null) {
  return { blogs: Array.from({ length: count }), nextCursor };
}

test('a list says how many blogs it found', () => {
  expect(resultOf(everything, pageOf(0))).toBe('No blogs');
  expect(resultOf(everything, pageOf(1))).toBe('1 blog');
  expect(resultOf(everything, pageOf(12))).toBe('12 blogs');
});

test('a list says what was asked for', () => {
  expect(resultOf({ ...everything, filter: 'Travel', search: 'train' }, pageOf(3))).toBe(
    '3 blogs in Travel for “train”',
  );
});

test('a full page says that there is more', () => {
  expect(resultOf(everything, pageOf(24, 'abc'))).toBe(
    '24 blogs on this page, and older ones on the next',
  );
});

test('a short page says that the search is not at its end', () => {
  expect(resultOf({ ...everything, search: 'train' }, pageOf(0, 'abc'))).toBe(
    'No blogs for “train” on this page; the search goes on on the next',
  );
});
