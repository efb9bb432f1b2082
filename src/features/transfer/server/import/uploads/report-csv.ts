import { csvCell } from '../../../../../platform/text/csv-cell.ts';
import { inBatches } from '../../../../../storage/background/in-batches.ts';
import type { Reader } from '../../../../../storage/storage.ts';
import { findLines } from './import-rows.ts';

const batchSize = 500;
/** An import's report as CSV (RFC 4180), streamed in batches. */
export async function* reportCsv(db: Reader, id: string): AsyncGenerator<string> {
  yield '"kind","name","outcome","detail"\r\n';
  const rows = inBatches<Awaited<ReturnType<typeof findLines>>[number]>(batchSize, (last, size) =>
    findLines(db, id, { after: last?.place ?? -1, limit: size }),
  );
  for await (const { kind, name, outcome, detail } of rows) {
    yield `${[kind, name, outcome, detail].map(csvCell).join(',')}\r\n`;
  }
}
