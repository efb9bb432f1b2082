import { expect, test } from 'vitest';
import { shorten } from './shorten.ts';

test.each([
  ['short enough', 12, 'short enough'],
  ['one two three', 9, 'one two…'],
  ['one, two', 5, 'one…'],
  ['a\n  b', 10, 'a b'],
  ['unbreakable', 6, 'unbre…'],
  ['😀😀😀😀', 3, '😀😀…'],
])('%j cut to %i is %j', (text, max, cut) => {
  expect(shorten(text, max)).toBe(cut);
});
