import { JSONParser } from '@streamparser/json';
import { ImportRefused } from '../../import-refused.ts';

/** A value at one of the requested paths. */
export interface JsonRow {
  /** The keys that lead to it, outermost first. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Maximum characters between two rows: a longer row would need too much memory. */
const rowMax = 32 * 1024 ** 2;

/**
 * Reads JSON of any size, row by row. `paths` are such as `$.db.*.data.posts.*`. Throws `ImportRefused` at broken JSON,
 * after the rows before.
 */
export async function* readJsonRows(
  chunks: AsyncIterable<string>,
  paths: readonly string[],
): AsyncGenerator<JsonRow> {
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  const ready: JsonRow[] = [];
  let problem: string | undefined;
  let sinceRow = 0;
  parser.onValue = ({ value, key, stack }) => {
    sinceRow = 0;
    const keys = [...stack.slice(1).map((one) => one.key), key];
    ready.push({ path: keys.map(String), value });
  };
  parser.onError = (error) => {
    problem ??= error.message;
  };
  for await (const chunk of chunks) {
    sinceRow += chunk.length;
    try {
      parser.write(chunk);
    } catch (error) {
      problem ??= error instanceof Error ? error.message : String(error);
    }
    yield* ready.splice(0);
    if (problem !== undefined)
      throw new ImportRefused(`The file is no JSON that can be read (${problem}).`);
    if (sinceRow > rowMax)
      throw new ImportRefused('The file holds something too large to be read.');
  }
  if (!parser.isEnded) throw new ImportRefused('The file ends before it is complete.');
}
