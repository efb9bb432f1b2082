import { expect, test } from 'vitest';
import { cutText, shorten } from './shorten.ts';

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

test('a longer text is cut to so many characters followed by an ellipsis', () => {
  expect(cutText('a'.repeat(51), 50)).toBe(`${'a'.repeat(50)}…`);
});

test('a text that fits stays as it is', () => {
  expect(cutText('a'.repeat(50), 50)).toBe('a'.repeat(50));
  expect(cutText('', 50)).toBe('');
});

test('a grapheme cluster is never cut in two', () => {
  expect(cutText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 1)).toBe('👩‍👩‍👧‍👦…');
  expect(cutText('e\u0301e\u0301', 1)).toBe('e\u0301…');
});
