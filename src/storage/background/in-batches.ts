import { setImmediate as othersTurn } from 'node:timers/promises';

/**
 * Rows that are read a few at a time, each batch by a statement of its own that begins after the last row of the one
 * before. SQLite answers at once and without a turn of the event loop; so everybody else gets one between two batches.
 */
export async function* inBatches<Row>(
  size: number,
  read: (after: Row | undefined, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last, size);
    yield* rows;
    if (rows.length < size) return;
    last = rows.at(-1);
    await othersTurn();
  }
}
