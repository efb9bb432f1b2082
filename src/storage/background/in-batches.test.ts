import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

/** Expects to read all rows of a table of this size; resolves to the number of rows of each batch. */
async function readAll(count: number, size: number) {
  const table = Array.from({ length: count }, (_, index) => index);
  const looks: number[] = [];
  const rows: number[] = [];
  const read = async (after = -1, most: number) => {
    const found = table.filter((row) => row > after).slice(0, most);
    looks.push(found.length);
    return found;
  };
  for await (const row of inBatches(size, read)) rows.push(row);
  expect(rows).toEqual(table);
  return looks;
}

test('every row is read once, for any number of rows and batch size', async () => {
  expect(await readAll(0, 3)).toEqual([0]);
  expect(await readAll(5, 3)).toEqual([3, 2]);
  expect(await readAll(6, 3)).toEqual([3, 3, 0]);
  expect(await readAll(2, 1)).toEqual([1, 1, 0]);
});

test('the event loop gets a turn between two batches, even if each read resolves at once', async () => {
  let turns = 0;
  const turn = setInterval(() => {
    turns += 1;
  }, 0);
  let looks = 0;
  const read = async () => {
    looks += 1;
    const until = performance.now() + 2;
    while (performance.now() < until);
    return looks < 20 ? ['row'] : [];
  };
  for await (const row of inBatches(1, read)) expect(row).toBe('row');
  clearInterval(turn);
  expect(turns).toBeGreaterThan(5);
});
