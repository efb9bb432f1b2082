import { expect, test } from 'vitest';
import { defaultWorkers } from './default-workers.ts';

const gibibyte = 1_024 ** 3;

test('a site has a process for each core', () => {
  expect(defaultWorkers(2, 24 * gibibyte)).toBe(2);
  expect(defaultWorkers(4, 4 * gibibyte)).toBe(4);
});

test('one core is one process', () => {
  expect(defaultWorkers(1, 24 * gibibyte)).toBe(1);
});

test('no more processes than the memory has room for, and one at least', () => {
  expect(defaultWorkers(4, 2 * gibibyte)).toBe(3);
  expect(defaultWorkers(4, gibibyte)).toBe(1);
  expect(defaultWorkers(4, gibibyte / 4)).toBe(1);
});

test('a large machine leaves others connections to PostgreSQL', () => {
  expect(defaultWorkers(64, 256 * gibibyte)).toBe(8);
});
