import { expect, test } from 'vitest';
import { type RevisionAge, revisionsToDrop } from './thin-revisions.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** Noon. */
const now = Date.UTC(2026, 5, 15, 12);

/** One revision per `stepMs` over a period, latest first. */
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

test('of a text saved each hour for a year stay 24, one of each day, then one of each week', () => {
  const left = kept(savedEach(hourMs, 365 * dayMs));
  const ageOf = ({ saved_at }: RevisionAge) => now - saved_at;
  expect(left.filter((one) => ageOf(one) < dayMs)).toHaveLength(24);
  const daily = left.filter((one) => ageOf(one) >= dayMs && ageOf(one) < 30 * dayMs);
  expect(daily).toHaveLength(30);
  // The last revision of its day.
  expect(daily.slice(1).every(({ saved_at }) => saved_at % dayMs === 23 * hourMs)).toBe(true);
  const weekly = left.filter((one) => ageOf(one) >= 30 * dayMs);
  expect(weekly.length).toBeGreaterThan(46);
  expect(weekly.length).toBeLessThan(50);
});

test('what was thinned stays, however often it is looked at again', () => {
  const left = kept(savedEach(hourMs, 90 * dayMs));
  expect(kept(left)).toEqual(left);
});

test('there are never more than the most, and the oldest go', () => {
  expect(kept(savedEach(60_000, hourMs), 50).map(({ version }) => version)).toEqual(
    Array.from({ length: 50 }, (_, index) => 60 - index),
  );
});

test('a text that was saved in the future, by a clock that was wrong, stays', () => {
  const ahead = { version: 2, saved_at: now + 400 * dayMs };
  expect(revisionsToDrop([ahead, { version: 1, saved_at: now }], 50, now)).toEqual([]);
});
