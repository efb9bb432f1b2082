import { expect, test } from 'vitest';
import { textDirection } from './text-direction.ts';

const long = (start: string) => start + ' words'.repeat(2_000);

test.each([
  ['a short text, each paragraph by itself', 'שלום', undefined],
  ['a long one from the left', long('# 1. Words'), 'ltr'],
  ['a long one in Hebrew', long('> "שלום"'), 'rtl'],
  ['a long one in Arabic', long('**مرحبا**'), 'rtl'],
  ['a long one in Chinese', long('你好'), 'ltr'],
  ['a long one without letters', '1 '.repeat(6_000), 'ltr'],
])('text direction: %s', (_, text, expected) => {
  expect(textDirection(text)).toBe(expected);
});
