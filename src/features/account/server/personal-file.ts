import type { PersonalData } from '../../../identity/personal-data.ts';

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
