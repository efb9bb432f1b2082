import { expect, test } from 'vitest';
import { laterChangeOf } from './blog-header.tsx';

test.each([
  ['at once', '2026-11-20T10:00:00.000Z', null],
  ['within a day', '2026-11-21T09:59:59.999Z', null],
  ['a day later', '2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
])('a change %s is shown only from a day after publication', (_, updatedAt, expected) => {
  expect(laterChangeOf({ createdAt: '2026-11-20T10:00:00.000Z', updatedAt })).toBe(expected);
});

test('without a publication date no later change is shown', () => {
  expect(laterChangeOf({ createdAt: null, updatedAt: '2026-11-21T10:00:00.000Z' })).toBe(null);
});
