import { expect, test } from 'vitest';
import { defaultWorkers } from './default-workers.ts';

const gibibyte = 1_024 ** 3;

test('a site has one worker for each core', () => {
  expect(defaultWorkers(2, 24 * gibibyte)).toBe(2);
  expect(defaultWorkers(4, 4 * gibibyte)).toBe(4);
});

test('a site on one core has one worker', () => {
  expect(defaultWorkers(1, 24 * gibibyte)).toBe(1);
});

test('workers are limited by memory, with one at least', () => {
  expect(defaultWorkers(4, 2 * gibibyte)).toBe(3);
  expect(defaultWorkers(4, gibibyte)).toBe(1);
  expect(defaultWorkers(4, gibibyte / 4)).toBe(1);
});

test('a large machine has at most eight workers', () => {
  expect(defaultWorkers(64, 256 * gibibyte)).toBe(8);
});
