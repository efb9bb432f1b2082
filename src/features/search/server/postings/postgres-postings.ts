import { sql } from 'kysely';
import type { Reader } from '../../../../storage/storage.ts';
import type { DocRange } from './doc-range.ts';
import { docsOf, type Language, written } from './index-language.ts';
import type { Phrases, Postings } from './postings.ts';

const ofPostgres: Language = {
  word: (key) => `'${key}'`,
  or: ' | ',
  and: ' & ',
  without: ' & !',
};

const phrasesOf = (phrases: Phrases) =>
  phrases.map((keys) => `(${keys.map(ofPostgres.word).join(' <-> ')})`).join(ofPostgres.and);

/** Block sizes of document numbers, as in the migration. */
export const postgresBits = [9, 11, 13, 15, 17, 19];
/** From blocks of this size on, fewer matches suffice: merging the lists of common words takes 1 ms for each 5,000. */
const impatientBits = 11;
/** The share of the wanted matches that suffices then. */
const enough = 1 / 4;
/** A word in so many texts of the newest block is common. */
const commonMin = 10;
/** Time in milliseconds after which no larger block is queried for a common word without another. */
const budgetMs = 6;

/**
 * PostgreSQL's GIN index returns all matching documents in no order. So the newest 512 to 1,024 documents are queried
 * first; if they have too few matches, then a block that should contain as many as suffice.
 */
export function postgresPostings(db: Reader): Postings {
  let spentMs = 0;
  let isCut = false;
  async function ask(asked: string, { lowest, highest }: DocRange, most: number) {
    const began = performance.now();
    const found = await docsOf(
      db,
      sql<{ doc: number }>`select doc from search_newest(${asked}::tsquery, ${lowest}::integer,
        ${highest}::integer, ${most}::integer) as doc`,
    );
    spentMs += performance.now() - began;
    return found;
  }
  return {
    get isCut() {
      return isCut;
    },
    async newest(query, range, most) {
      const asked = written(query, ofPostgres);
      const neededIn = (bits: number) => (bits < impatientBits ? most : most * enough);
      /** Whether a common word is excluded from one: then each block costs as much as it has texts. */
      let isCostly: boolean | undefined;
      for (let step = 0; ; ) {
        const bits = postgresBits[step];
        if (bits === undefined) return ask(asked, range, most);
        const block = Math.floor(range.highest / 2 ** bits);
        const lowest = (block - 1) * 2 ** bits;
        if (lowest <= range.lowest) return ask(asked, range, most);
        const newest = { ...range, lowest };
        const within = `('~${bits}:${block}' | '~${bits}:${block - 1}')`;
        const found = await ask(`${asked} & ${within}`, newest, most);
        const isDone = found.length >= neededIn(bits);
        if (!isDone && query.none.length > 0 && isCostly === undefined) {
          const wanted = written({ ...query, none: [] }, ofPostgres);
          isCostly = (await ask(`${wanted} & ${within}`, newest, commonMin)).length === commonMin;
        }
        if (isDone || (isCostly && spentMs > budgetMs)) {
          isCut ||= found.length < most;
          return found;
        }
        // Without a match the rest has few, unless it is of other dates or a common word is excluded.
        if (found.length === 0) step = query.within || isCostly ? step + 1 : postgresBits.length;
        else {
          const share = found.length / (range.highest - lowest);
          const next = postgresBits.findIndex(
            (one, at) => at > step && 2 ** one * share >= neededIn(one),
          );
          step = next < 0 ? postgresBits.length : next;
        }
      }
    },
    async among(docs, phrases) {
      if (docs.length === 0) return new Set();
      return new Set(
        await docsOf(
          db,
          sql<{
            doc: number;
          }>`select doc from search_among(${phrasesOf(phrases)}::tsquery,
            ${`{${docs.join(',')}}`}::integer[]) as doc`,
        ),
      );
    },
  };
}
