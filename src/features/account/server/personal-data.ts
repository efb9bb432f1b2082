import type { z } from 'zod';
import type { Write } from '../../../storage/storage.ts';

/** What one feature keeps of people; each feature hands its own to the account page. */
export interface PersonalData {
  /** Its name in the file that a person downloads, such as `blogs`. */
  readonly name: string;
  /** What of a row may leave: a field that it doesn't name stays in. */
  readonly row: z.ZodType;
  /** Everything of this person, as JSON, row by row: a long text is never in memory beside another. */
  rowsOf(personId: string): AsyncIterable<unknown>;
  /**
   * Takes whatever others could see of the person out of sight, inside the write that deletes the account, so that
   * `restore` can bring it back. Blogs are kept without their author, or go too, as the person chose. What only the
   * person themselves could see stays: without a session nobody does. Absent where there is nothing but that.
   */
  readonly release?: (write: Write, personId: string, blogs: 'keep' | 'remove') => Promise<void>;
  /** Puts it where it was, inside the write that calls the account back. */
  readonly restore?: (write: Write, personId: string) => Promise<void>;
  /**
   * Drops what would outlast the person, inside the write in which the account ends for good. All that refers to the
   * person, and all that was set aside, is dropped or emptied by the database itself.
   */
  readonly end?: (write: Write, personId: string) => Promise<void>;
}

/** Characters of a piece that is sent; a row that is longer is one. */
const pieceLength = 64 * 1_024;

async function* jsonPieces(
  overview: Readonly<Record<string, unknown>>,
  parts: readonly PersonalData[],
  personId: string,
): AsyncGenerator<string> {
  yield JSON.stringify(overview).slice(0, -1);
  for (const { name, row, rowsOf } of parts) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const value of rowsOf(personId)) {
      yield `${separator}${JSON.stringify(row.parse(value))}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

/** The file that a person downloads: what `overview` says, which is never empty, then the rows of each part. */
export async function* personalFile(
  overview: Readonly<Record<string, unknown>>,
  parts: readonly PersonalData[],
  personId: string,
): AsyncGenerator<string> {
  let piece = '';
  for await (const text of jsonPieces(overview, parts, personId)) {
    piece += text;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
