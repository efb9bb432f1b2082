import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowId } from './row-id.ts';

test('ids sort in the order in which they were made, many within a millisecond too', () => {
  const ids = Array.from({ length: 10_000 }, rowId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test('rows get their ids from here: those of node:crypto come in any order within a millisecond', () => {
  const others = globSync('src/**/*.{ts,tsx}').filter(
    (file) =>
      file !== 'src/storage/row-id.test.ts' && readFileSync(file, 'utf8').includes('randomUUIDv7'),
  );
  expect(others).toEqual([]);
});
