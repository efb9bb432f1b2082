import { setImmediate as othersTurn } from 'node:timers/promises';

/**
 * Reads rows in batches, each by its own statement that starts after the last row of the previous batch. SQLite answers
 * synchronously and blocks the event loop, so other work gets a turn between two batches.
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
