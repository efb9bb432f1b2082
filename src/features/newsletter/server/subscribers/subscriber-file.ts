import { csvCell } from '../../../../platform/text/csv-cell.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Storage } from '../../../../storage/storage.ts';

const batchSize = 500;

type Row = Awaited<ReturnType<typeof readSome>>[number];

function readSome(storage: Storage, after: string, size: number) {
  return storage.reader
    .selectFrom('subscribers')
    .select(['id', 'email', 'created_at', 'bounces', 'stopped_at'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(size)
    .execute();
}

/** The list of subscribers as CSV, the oldest first, streamed in batches. */
export async function* subscriberLines(storage: Storage): AsyncGenerator<string> {
  yield '"email","subscribed","refused","stopped"\r\n';
  const rows = inBatches<Row>(batchSize, (last, size) => readSome(storage, last?.id ?? '', size));
  let piece = '';
  let count = 0;
  for await (const { email, created_at, bounces, stopped_at } of rows) {
    const cells = [email, isoOf(created_at), `${bounces}`, stopped_at === null ? 'no' : 'yes'];
    piece += `${cells.map(csvCell).join(',')}\r\n`;
    count += 1;
    if (count % batchSize !== 0) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
