import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { ImportRefused } from '../../import-refused.ts';
import { decodeTable } from './decode-text.ts';
import type { ExportFiles } from './export-files.ts';

/** Returns a row's value by column names: in lower case, `_` for spaces. */
export type CsvRow = (...columns: readonly string[]) => string;

/** Maximum bytes of a row; those of newsletters contain the texts. */
const lineMax = 16 * 1024 ** 2;

/** The normalized name of a column. */
function columnKey(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** The separator of columns: Excel writes `;` in many locales, with an optional first line `sep=;`. */
function separatorOf(head: string): { separator: string; skip: number } {
  const given = /^sep=(.)\r?\n/.exec(head);
  if (given?.[1]) return { separator: given[1], skip: 1 };
  const [line = ''] = head.trimStart().split(/\r?\n|\r/);
  const words = line.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: words.split(sign).length }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return { separator: best.sign, skip: 0 };
}

/** The names of the columns, from a table's first line. */
export function columnsIn(head: string): readonly string[] {
  const { separator, skip } = separatorOf(head);
  const line = head.trimStart().split(/\r?\n|\r/)[skip] ?? '';
  return line.split(separator).map((name) => columnKey(name.replaceAll('"', '')));
}

/** A table of any size, row by row. Throws `ImportRefused` at a broken row, after those before. */
export async function* readCsv(
  files: Pick<ExportFiles, 'stream'>,
  name: string,
  head: string,
): AsyncGenerator<CsvRow> {
  const { separator, skip } = separatorOf(head);
  const parser = parse({
    bom: true,
    delimiter: separator,
    from_line: skip + 1,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: lineMax,
  });
  const source = Readable.from(decodeTable(files.stream(name)));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let columns: ReadonlyMap<string, number> | undefined;
  try {
    for await (const cells of parser as AsyncIterable<readonly string[]>) {
      if (!columns) {
        columns = new Map(cells.map((cell, index) => [columnKey(cell), index]));
        continue;
      }
      const known = columns;
      yield (...names) => {
        for (const column of names) {
          const value = cells[known.get(column) ?? -1]?.trim();
          if (value) return value;
        }
        return '';
      };
    }
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new ImportRefused(`${name} can't be read further (${reason}).`);
  } finally {
    source.destroy();
  }
}
