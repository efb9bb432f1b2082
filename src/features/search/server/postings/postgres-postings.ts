import { sql } from 'kysely';
import type { Reader } from '../../../../storage/storage.ts';
import type { DocRange } from './doc-range.ts';
import { docsOf, type Language, written, writtenPhrases } from './index-language.ts';
import type { Postings } from './postings.ts';

const ofPostgres: Language = {
  word: (key) => `'${key}'`,
  or: ' | ',
  and: ' & ',
  without: ' & !',
  phrase: (keys) => keys.map((key) => `'${key}'`).join(' <-> '),
};

/** Block sizes of document numbers, as in the migration. */
export const postgresBits = [9, 11, 13, 15, 17, 19];

/**
 * PostgreSQL's GIN index returns all matching documents in no order. So the newest 512 to 1,024 documents are queried
 * first; if they have too few matches, then a block that should contain enough.
 */
export function postgresPostings(db: Reader): Postings {
  const ask = (asked: string, { lowest, highest }: DocRange, most: number) =>
    docsOf(
      db,
      sql<{ doc: number }>`select doc from search_newest(${asked}::tsquery, ${lowest}::integer,
        ${highest}::integer, ${most}::integer) as doc`,
    );
  return {
    // Statements time out after two seconds, and other requests are served in the meantime.
    isCut: false,
    async newest(query, range, most) {
      const asked = written(query, ofPostgres);
      for (let step = 0; ; ) {
        const bits = postgresBits[step];
        if (bits === undefined) return ask(asked, range, most);
        const block = Math.floor(range.highest / 2 ** bits);
        const lowest = (block - 1) * 2 ** bits;
        if (lowest <= range.lowest) return ask(asked, range, most);
        const within = `('~${bits}:${block}' | '~${bits}:${block - 1}')`;
        const found = await ask(`${asked} & ${within}`, { ...range, lowest }, most);
        if (found.length >= most) return found;
        // Without a match the rest has few, unless it is of other dates.
        if (found.length === 0) step = query.within ? step + 1 : postgresBits.length;
        else {
          const needed = ((range.highest - lowest) * most) / found.length;
          const next = postgresBits.findIndex((one, at) => at > step && 2 ** one >= needed);
          step = next < 0 ? postgresBits.length : next;
        }
      }
    },
    async among(_, docs, phrases) {
      if (docs.length === 0) return new Set();
      return new Set(
        await docsOf(
          db,
          sql<{
            doc: number;
          }>`select doc from search_among(${writtenPhrases(phrases, ofPostgres)}::tsquery,
            ${`{${docs.join(',')}}`}::integer[]) as doc`,
        ),
      );
    },
  };
}
