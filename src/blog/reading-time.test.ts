import { expect, test } from 'vitest';
import { readingMinutesOf } from './reading-time.ts';

test.each([
  [0, 1],
  [238, 1],
  [476, 2],
  [2380, 10],
])('%i words take %i min', (words, minutes) => {
  expect(readingMinutesOf(words)).toBe(minutes);
});
