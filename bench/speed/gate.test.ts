import { expect, test } from 'vitest';
import type { Figure, Line } from './figures.ts';
import { notCompared, regressions } from './gate.ts';

const page: Line = { id: 'page', title: 'a page', unit: 'µs' };
const bytes: Line = { id: 'bytes', title: 'its bytes', unit: 'kB' };
const start: Line = { id: 'start', title: 'start', unit: 'ms' };

const ratio = (value: number): Figure => ({ value: 1, spread: 0, ratio: { value, spread: 0 } });
const plain = (value: number): Figure => ({ value, spread: 0 });

test('a ratio that falls by more than a quarter is reported with the percentage', () => {
  expect(regressions([page], { page: ratio(0.8) }, { page: ratio(0.4) })).toEqual([
    'a page (page) fell by 50 %.',
  ]);
  expect(regressions([page], { page: ratio(0.8) }, { page: ratio(0.61) })).toEqual([]);
  expect(regressions([page], { page: ratio(0.8) }, { page: ratio(1) })).toEqual([]);
});

test('a size that grows by more than a third is reported as a fall', () => {
  expect(regressions([bytes], { bytes: plain(100) }, { bytes: plain(150) })).toHaveLength(1);
  expect(regressions([bytes], { bytes: plain(100) }, { bytes: plain(120) })).toEqual([]);
  expect(regressions([bytes], { bytes: plain(100) }, { bytes: plain(10) })).toEqual([]);
});

test('a time without a baseline is not compared with another machine’s', () => {
  expect(regressions([start], { start: plain(100) }, { start: plain(900) })).toEqual([]);
});

test('a line that could not be measured is reported with the reason and is no fall', () => {
  const now = { page: { missing: 'no PostgreSQL here' } };
  expect(regressions([page], { page: ratio(0.8) }, now)).toEqual([]);
  expect(notCompared([page], { page: ratio(0.8) }, now)).toEqual(['a page: no PostgreSQL here']);
  expect(notCompared([page], {}, { page: ratio(0.8) })).toEqual(['a page: nothing is kept.']);
  expect(notCompared([page], { page: ratio(0.8) }, { page: ratio(0.8) })).toEqual([]);
});
