import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowId } from './row-id.ts';

test('ids sort in the order of their creation, even within a millisecond', () => {
  const ids = Array.from({ length: 10_000 }, rowId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('no other file uses randomUUIDv7 of node:crypto, whose ids are unordered within a millisecond', () => {
  const others = globSync('src/**/*.{ts,tsx}').filter(
    (file) =>
      file !== 'src/storage/row-id.test.ts' && readFileSync(file, 'utf8').includes('randomUUIDv7'),
  );
  expect(others).toEqual([]);
});
