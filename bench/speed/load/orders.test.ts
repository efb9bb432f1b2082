import { expect, test } from 'vitest';
import { shuffled, zipf } from './orders.ts';

const items = Array.from({ length: 1_000 }, (_, index) => index + 1);

test('a shuffled list has each item once, in another order that is the same each time', () => {
  expect(shuffled(items)).not.toEqual(items);
  expect(shuffled(items).toSorted((one, other) => one - other)).toEqual(items);
  expect(shuffled(items)).toEqual(shuffled(items));
});

test('zipf draws the first item about ten times as often as the tenth, and the last hardly ever', () => {
  const draws = zipf(items);
  const timesOf = (item: number) => draws.filter((drawn) => drawn === item).length;
  expect(timesOf(1) / timesOf(10)).toBeGreaterThan(7);
  expect(timesOf(1) / timesOf(10)).toBeLessThan(13);
  expect(timesOf(1_000)).toBeLessThan(10);
  expect(zipf(items)).toEqual(draws);
});
