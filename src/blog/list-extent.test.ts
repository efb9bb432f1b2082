import { expect, test } from 'vitest';
import { countedBlogsMax, extentWords } from './list-extent.ts';

test.each([
  { extent: { offset: 0, total: 1 }, shown: 1, words: '1 blog' },
  { extent: { offset: 0, total: 12 }, shown: 12, words: '12 blogs' },
  { extent: { offset: 20, total: 1_234 }, shown: 20, words: '21–40 of 1,234 blogs' },
  { extent: { offset: 1_233, total: 1_234 }, shown: 1, words: '1,234 of 1,234 blogs' },
  {
    extent: { offset: 24, total: countedBlogsMax + 1 },
    shown: 24,
    words: '25–48 of more than 10,000 blogs',
  },
  {
    extent: { offset: null, total: countedBlogsMax + 1 },
    shown: 24,
    words: '24 of more than 10,000 blogs',
  },
  { extent: { offset: 24, total: 30 }, shown: 24, words: '25–48 of 48 blogs' },
])('a page says "$words"', ({ extent, shown, words }) => {
  expect(extentWords(extent, shown)).toBe(words);
});

test('the words name what is listed', () => {
  const extent = { offset: 20, total: 21 };
  expect(extentWords(extent, 1, 'notification', 'notifications')).toBe('21 of 21 notifications');
});

test('an uncounted list has no extent words', () => {
  expect(extentWords({ offset: null, total: null }, 24)).toBeUndefined();
});
