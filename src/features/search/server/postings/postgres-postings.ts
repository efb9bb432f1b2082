import { sql } from 'kysely';
import { keptQuery } from '../../../../storage/kept-query.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { allDocs, type DocRange } from './doc-range.ts';
import { byLength, type Language, written } from './index-language.ts';
import type { IndexQuery, Phrases, Postings } from './postings.ts';

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
const [smallestBits = 0] = postgresBits;
/** From blocks of this size on, fewer matches suffice: merging the lists of common words takes 1 ms for each 5,000. */
const impatientBits = 11;
/** Of a search without a match in the newest block, the smallest block that is queried next. */
const sparseBits = 13;
/** Number of longest words, usually the rarest, by which texts are searched for many words. */
const leadingMax = 3;
/** A search for so many words goes by the longest of them first. */
const manyWords = 6;
/** So many texts aren't read one by one for the other words. */
const checkedMax = 256;
/** The share of the wanted matches that suffices then. */
const enough = 1 / 4;
/** A word in so many texts of the newest block is common. */
const commonMin = 10;
/** Time in milliseconds after which no larger block is queried if there are matches in one of `patientBits`. */
const budgetMs = 10;
const patientBits = 13;
/** The same if a common word is excluded, in any block, with or without matches. */
const costlyBudgetMs = 5;

interface Asked {
  /** A `tsquery`. */
  readonly asked: string;
}

interface AskedNewest extends Asked {
  readonly most: number;
}

const docsWithin = keptQuery((db, { asked, lowest, highest, most }: AskedNewest & DocRange) =>
  db
    .selectFrom(
      sql<{ doc: number }>`search_newest(
        ${asked}::tsquery, ${lowest}::integer, ${highest}::integer, ${most}::integer)`.as('doc'),
    )
    .select('doc'),
);

/** Of the newest block of all texts, whose number needn't be known. */
const docsOfNewestBlock = keptQuery((db, { asked, most }: AskedNewest) => {
  const block = sql<{ number: number }>`(
    select max(doc) >> ${sql.lit(smallestBits)} as number from search_texts)`;
  const word = sql.lit(`~${smallestBits}:`);
  const narrowed = sql`(${asked}::text || ' & (''' || ${word} || newest.number
    || ''' | ''' || ${word} || newest.number - 1 || ''')')::tsquery`;
  return db
    .selectFrom([
      block.as('newest'),
      sql<{ doc: number }>`search_newest(
        ${narrowed}, ${sql.lit(allDocs.lowest)}, ${sql.lit(allDocs.highest)}, ${most}::integer)`.as(
        'doc',
      ),
    ])
    .select('doc');
});

/** Those of `docs`, an array in PostgreSQL's syntax, that match. */
const docsAmong = keptQuery((db, { asked, docs }: Asked & { readonly docs: string }) =>
  db
    .selectFrom(sql<{ doc: number }>`search_among(${asked}::tsquery, ${docs}::integer[])`.as('doc'))
    .select('doc'),
);

/** A query for many words as one for the longest, and one for the others. */
function byLongest(query: IndexQuery) {
  const inLength = query.all.toSorted(byLength);
  return {
    leading: { ...query, all: inLength.slice(0, leadingMax) },
    others: { all: inLength.slice(leadingMax), none: [] },
  };
}

const numbersOf = (rows: readonly { readonly doc: number }[]) => rows.map(({ doc }) => doc);

/**
 * PostgreSQL's GIN index returns all matching documents in no order. So the newest 512 to 1,024 documents are queried
 * first; if they have too few matches, then a block that should contain as many as suffice.
 */
export function postgresPostings(db: Reader, whole: () => Promise<DocRange>): Postings {
  let spentMs = 0;
  let isCut = false;

  async function timed(query: Promise<readonly { readonly doc: number }[]>) {
    const began = performance.now();
    const rows = await query;
    spentMs += performance.now() - began;
    return numbersOf(rows);
  }

  const ask = (asked: string, range: DocRange, most: number) =>
    timed(docsWithin(db, { asked, most, ...range }));

  /** Those of `docs` that match a query by their words, read one by one. */
  async function matching(asked: string, docs: readonly number[]): Promise<ReadonlySet<number>> {
    if (docs.length === 0) return new Set();
    return new Set(numbersOf(await docsAmong(db, { asked, docs: `{${docs.join(',')}}` })));
  }

  /**
   * Searches all texts by the longest words, and those found for the others: GIN reads a part of each word's list for
   * every match of the rarest one. Undefined if too many have the longest.
   */
  async function findByLongest(query: IndexQuery, range: DocRange, most: number) {
    const { leading, others } = byLongest(query);
    const found = await ask(written(leading, ofPostgres), range, checkedMax);
    if (found.length === checkedMax) return undefined;
    const fitting = await matching(written(others, ofPostgres), found);
    return found.filter((doc) => fitting.has(doc)).slice(0, most);
  }

  return {
    get isCut() {
      return isCut;
    },
    async newest(query, most, given) {
      const asked = written(query, ofPostgres);
      const isLong = query.all.length >= manyWords;
      const begun = isLong ? written(byLongest(query).leading, ofPostgres) : asked;
      const [range, newestDocs] = await Promise.all([
        given ?? whole(),
        given ? undefined : timed(docsOfNewestBlock(db, { asked: begun, most })),
      ]);
      // Of many words those that aren't so long are missing.
      const first = isLong && newestDocs && newestDocs.length > 0 ? undefined : newestDocs;
      if (first && first.length >= most) return first;
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
        const found = step === 0 && first ? first : await ask(`${asked} & ${within}`, newest, most);
        const isDone = found.length >= neededIn(bits);
        if (!isDone && query.none.length > 0 && isCostly === undefined) {
          const wanted = written({ ...query, none: [] }, ofPostgres);
          isCostly = (await ask(`${wanted} & ${within}`, newest, commonMin)).length === commonMin;
        }
        const isSlow = isCostly
          ? spentMs > costlyBudgetMs
          : found.length > 0 && bits >= patientBits && spentMs > budgetMs;
        if (isDone || isSlow) {
          isCut ||= found.length < most;
          return found;
        }
        if (found.length === 0) {
          const all = isLong && step === 0 ? await findByLongest(query, range, most) : undefined;
          if (all) return all;
          // The rest has few matches, unless it is of other dates or a common word is excluded.
          const isSparse = !query.within && !isCostly;
          const sparse = bits < sparseBits ? postgresBits.indexOf(sparseBits) : postgresBits.length;
          step = isSparse ? sparse : step + 1;
        } else if (isCostly) step += 1;
        else {
          const share = found.length / (range.highest - lowest);
          const next = postgresBits.findIndex(
            (one, at) => at > step && 2 ** one * share >= neededIn(one),
          );
          step = next < 0 ? postgresBits.length : next;
        }
      }
    },
    among: (docs, phrases) => matching(phrasesOf(phrases), docs),
  };
}
