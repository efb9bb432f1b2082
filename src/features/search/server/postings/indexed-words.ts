import { sql } from 'kysely';
import { keptQuery } from '../../../../storage/kept-query.ts';
import { isListed } from '../../../../storage/listed.ts';
import type { Reader } from '../../../../storage/storage.ts';
import type { DocRange } from './doc-range.ts';
import type { IndexQuery } from './postings.ts';

interface TextWords {
  readonly doc: number;
  /** The text's words in order, each between spaces. */
  readonly words: string;
}

const texts = (db: Reader) =>
  db
    .selectFrom('search_texts')
    .select(['doc', (row) => sql<string>`' ' || ${row.ref('words')} || ' '`.as('words')])
    .orderBy('doc', 'desc');

const wordsOfListed = keptQuery((db, { list }: { readonly list: string }) =>
  texts(db).where(isListed(db, 'doc', 'integer', list)),
);

/** The words of these texts, newest first. */
export async function readWords(
  db: Reader,
  docs: readonly number[],
): Promise<readonly TextWords[]> {
  return docs.length === 0 ? [] : wordsOfListed(db, { list: JSON.stringify(docs) });
}

/** The words of the newest texts of a range. */
export function readNewestWords(
  db: Reader,
  { lowest, highest }: DocRange,
  most: number,
): Promise<readonly TextWords[]> {
  return texts(db).where('doc', '>=', lowest).where('doc', '<=', highest).limit(most).execute();
}

/** Those of the texts that contain one of each of these words and none of the excluded ones, newest first. */
export function holders(all: readonly TextWords[], query: IndexQuery) {
  const { none, within } = query;
  const wanted = within ? [...query.all, within] : query.all;
  return all
    .filter(({ words }) => {
      const holds = (key: string) => words.includes(` ${key} `);
      return wanted.every(({ keys }) => keys.some(holds)) && !none.some(holds);
    })
    .map(({ doc }) => doc);
}

/** The same for texts that are still to be read. */
export async function holding(db: Reader, docs: readonly number[], query: IndexQuery) {
  if (query.all.length === 0 && query.none.length === 0) return docs;
  return holders(await readWords(db, docs), query);
}
