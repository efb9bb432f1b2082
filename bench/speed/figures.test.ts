import { expect, test } from 'vitest';
import { figureOf, isReached, type Line, median } from './figures.ts';

const cost: Line = { id: 'page', title: 'a page', unit: 'µs', goal: { ratio: 0.5 } };
const rate: Line = { id: 'writes', title: 'writes', unit: '/s', goal: { atLeast: 100 } };

test('the median of an even number of values is the mean of the two in the middle', () => {
  expect(median([4, 1, 3, 100])).toBe(3.5);
  expect(median([7])).toBe(7);
});

test('the spread is half the distance between the quartiles, so that one outlier changes little', () => {
  expect(figureOf(cost, { samples: [90, 100, 110, 100, 900], baseline: [] })).toEqual({
    value: 100,
    spread: 0.05,
  });
});

test("half the baseline's time is a ratio of two", () => {
  const figure = figureOf(cost, { samples: [10, 20], baseline: [20, 40] });
  expect(figure).toMatchObject({ value: 15, ratio: { value: 2, spread: 0 } });
});

test("half the baseline's rate is a ratio of one half", () => {
  const figure = figureOf(rate, { samples: [50, 500], baseline: [100, 1_000] });
  expect(figure).toMatchObject({ ratio: { value: 0.5, spread: 0 } });
});

test('a goal is reached at or beyond its limit, by the ratio or by the figure itself', () => {
  const half = { value: 1, spread: 0, ratio: { value: 0.5, spread: 0 } };
  expect(isReached(cost, half)).toBe(true);
  expect(isReached(cost, { ...half, ratio: { value: 0.49, spread: 0 } })).toBe(false);
  expect(isReached(rate, { value: 99, spread: 0 })).toBe(false);
  expect(isReached(rate, { value: 100, spread: 0 })).toBe(true);
  const most: Line = { ...cost, goal: { atMost: 10 } };
  expect(isReached(most, { value: 10, spread: 0 })).toBe(true);
  expect(isReached(most, { value: 11, spread: 0 })).toBe(false);
});

test('a line without a goal or a figure neither reaches nor misses a goal', () => {
  expect(isReached({ id: 'x', title: 'x', unit: 'ms' }, { value: 1, spread: 0 })).toBeUndefined();
  expect(isReached(cost, { missing: 'no Chromium here' })).toBeUndefined();
  expect(isReached(cost, undefined)).toBeUndefined();
});
