import { expect, test } from 'vitest';
import { longDateOf } from './byline.tsx';

test('a date is written in long format', () => {
  expect(longDateOf('2026-11-20T10:00:00.000Z')).toBe('November 20, 2026');
});

test('a date is the day in UTC, in every time zone', () => {
  expect(longDateOf('2026-01-01T00:00:00.000Z')).toBe('January 1, 2026');
  expect(longDateOf('2026-12-31T23:59:59.999Z')).toBe('December 31, 2026');
});

test.each([null, '', 'yesterday', '2026-13-45'])('%j is no date', (moment) => {
  expect(longDateOf(moment)).toBeNull();
});
