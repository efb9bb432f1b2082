import { expect, test } from 'vitest';
import { type RevisionAge, revisionsToDrop } from './thin-revisions.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Noon. */
const now = Date.UTC(2026, 5, 15, 12);

/** Revisions saved every `stepMs` for the given time, the latest first. */
function savedEach(stepMs: number, forMs: number): RevisionAge[] {
  const count = Math.floor(forMs / stepMs);
  return Array.from({ length: count }, (_, index) => ({
    version: count - index,
    saved_at: now - index * stepMs,
  }));
}

function kept(revisions: readonly RevisionAge[], most = 1_000): RevisionAge[] {
  const gone = new Set(revisionsToDrop(revisions, most, now));
  return revisions.filter(({ version }) => !gone.has(version));
}

test('thinning a year of hourly saves keeps 24 of the last day, then one per day, then one per week', () => {
  const left = kept(savedEach(hourMs, 365 * dayMs));
  const ageOf = ({ saved_at }: RevisionAge) => now - saved_at;
  expect(left.filter((one) => ageOf(one) < dayMs)).toHaveLength(24);
  const daily = left.filter((one) => ageOf(one) >= dayMs && ageOf(one) < 30 * dayMs);
  expect(daily).toHaveLength(30);
  // Each is the last one of its day.
  expect(daily.slice(1).every(({ saved_at }) => saved_at % dayMs === 23 * hourMs)).toBe(true);
  const weekly = left.filter((one) => ageOf(one) >= 30 * dayMs);
  expect(weekly.length).toBeGreaterThan(46);
  expect(weekly.length).toBeLessThan(50);
});

test('thinning again drops nothing more', () => {
  const left = kept(savedEach(hourMs, 90 * dayMs));
  expect(kept(left)).toEqual(left);
});

test('thinning keeps at most the given number and drops the oldest', () => {
  expect(kept(savedEach(60_000, hourMs), 50).map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, index) => 60 - index),
  );
});

test('a revision with a date in the future is kept', () => {
  const ahead = { version: 2, saved_at: now + 400 * dayMs };
  expect(revisionsToDrop([ahead, { version: 1, saved_at: now }], 50, now)).toEqual([]);
});
