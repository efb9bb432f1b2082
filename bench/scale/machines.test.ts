import { expect, test } from 'vitest';
import { type Assumptions, type Costs, needOf, readersAtCommits, readersOn } from './machines.ts';

const assumed: Assumptions = {
  pagesPerReader: 10,
  filesPerReader: 2,
  peakFactor: 3,
  madeShare: 0.1,
  commentsPerReader: 0.5,
  busyMost: 0.5,
  coresPerMachine: 4,
};
const costs: Costs = {
  kept: 20,
  unchanged: 10,
  made: 1_000,
  comment: 2_000,
  primaryOfMade: 500,
  replicaOfMade: 250,
  primaryOfComment: 1_000,
  commentsMost: 1_000,
  pageBytes: 10_000,
  fileBytes: 20_000,
};
/** Readers a month that make one a second on average. */
const onePerSecond = 2_629_800;

test('the need of cores, commits and bandwidth follows from the busiest minute and the cost of each request', () => {
  const need = needOf(100 * onePerSecond, costs, assumed, false);
  expect(need).toMatchObject({ pages: 3_000, files: 600, made: 300, comments: 150 });
  // 2,700 × 20 µs + 600 × 20 µs + 300 × 1 ms + 150 × 2 ms.
  expect(need.siteCores).toBeCloseTo(0.666);
  expect(need.databaseCores).toBeCloseTo(0.15 + 0.15 + 0.075);
  expect(need.commitShare).toBeCloseTo(0.15);
  expect(need.megabits).toBeCloseTo(336);
  expect(need.terabytesPerMonth).toBeCloseTo((1_000 * 1e4 + 200 * 2e4) * 2.6298e-6);
  expect(need).toMatchObject({ siteMachines: 2, databaseMachines: 2 });
});

test('more readers need more machines, and one spare machine', () => {
  const need = needOf(1_000 * onePerSecond, costs, assumed, false);
  // 6.66 cores, of which 2 may be busy on each machine; one spare.
  expect(need.siteMachines).toBe(5);
  // 2.25 cores of reads, which replicas serve, and the primary.
  expect(need.databaseMachines).toBe(3);
});

test('with a CDN the site revalidates every page and sends only those that it renders', () => {
  const need = needOf(100 * onePerSecond, costs, assumed, true);
  expect(need.files).toBe(0);
  expect(need.siteCores).toBeCloseTo(2_700e-5 + 0.3 + 0.3);
  expect(need.megabits).toBeCloseTo(24);
});

test('the readers that a number of cores or commits can serve are the inverse of the need', () => {
  const readers = readersOn(4, costs, assumed);
  expect(needOf(readers, costs, assumed, false).siteCores).toBeCloseTo(2);
  expect(needOf(readersAtCommits(costs, assumed), costs, assumed, false).commitShare).toBeCloseTo(
    0.5,
  );
});
