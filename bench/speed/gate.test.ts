import { expect, test } from 'vitest';
import type { Figure, Line } from './figures.ts';
import { fallen, notCompared } from './gate.ts';

const page: Line = { id: 'page', title: 'a page', unit: 'µs' };
const bytes: Line = { id: 'bytes', title: 'its bytes', unit: 'kB' };
const start: Line = { id: 'start', title: 'start', unit: 'ms' };

const ratio = (value: number): Figure => ({ value: 1, spread: 0, ratio: { value, spread: 0 } });
const plain = (value: number): Figure => ({ value, spread: 0 });

test('a ratio that is lower by more than a quarter is named, with how much', () => {
  expect(fallen([page], { page: ratio(0.8) }, { page: ratio(0.4) })).toEqual([
    'a page (page) fell by 50 %.',
  ]);
  expect(fallen([page], { page: ratio(0.8) }, { page: ratio(0.61) })).toEqual([]);
  expect(fallen([page], { page: ratio(0.8) }, { page: ratio(1) })).toEqual([]);
});

test('more bytes are less speed', () => {
  expect(fallen([bytes], { bytes: plain(100) }, { bytes: plain(150) })).toHaveLength(1);
  expect(fallen([bytes], { bytes: plain(100) }, { bytes: plain(120) })).toEqual([]);
  expect(fallen([bytes], { bytes: plain(100) }, { bytes: plain(10) })).toEqual([]);
});

test('a time of another machine, with no baseline beside it, is not compared', () => {
  expect(fallen([start], { start: plain(100) }, { start: plain(900) })).toEqual([]);
});

test('what could not be measured is told, and is no fall', () => {
  const now = { page: { missing: 'no PostgreSQL here' } };
  expect(fallen([page], { page: ratio(0.8) }, now)).toEqual([]);
  expect(notCompared([page], { page: ratio(0.8) }, now)).toEqual(['a page: no PostgreSQL here']);
  expect(notCompared([page], {}, { page: ratio(0.8) })).toEqual(['a page: nothing is kept.']);
  expect(notCompared([page], { page: ratio(0.8) }, { page: ratio(0.8) })).toEqual([]);
});
