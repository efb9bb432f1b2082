import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a longer text is cut to so many characters followed by an ellipsis', () => {
  expect(cutText('a'.repeat(51), 50)).toBe(`${'a'.repeat(50)}…`);
});

test('a text that fits stays as it is', () => {
  expect(cutText('a'.repeat(50), 50)).toBe('a'.repeat(50));
  expect(cutText('', 50)).toBe('');
});

test('what a reader takes for one character is never cut in two', () => {
  expect(cutText('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 1)).toBe('👩‍👩‍👧‍👦…');
  expect(cutText('e\u0301e\u0301', 1)).toBe('e\u0301…');
});
