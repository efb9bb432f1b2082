import { sql } from 'kysely';
import { partMark } from '../../../blog/server/text-index.ts';
import type { Engine, Reader } from '../../../storage/storage.ts';

/** One of these words. */
export interface AnyOf {
  readonly keys: readonly string[];
}

/** What the index is asked for: one of each of `all`, and none of `none`. */
export interface IndexQuery {
  readonly all: readonly AnyOf[];
  readonly none: readonly string[];
}

/** Words that stand one after the other, for each phrase. */
export type Phrases = readonly (readonly string[])[];

/** Numbers of texts in the index, the ends included. */
export interface DocRange {
  readonly lowest: number;
  readonly highest: number;
}

/** PostgreSQL's integers end here. */
export const allDocs: DocRange = { lowest: 0, highest: 2 ** 31 - 1 };

/** The index of words, on whatever engine: numbers of texts, the newest first. */
export interface Postings {
  /** Whether a search took so long that older texts weren't looked at. */
  readonly isCut: boolean;
  /** The newest texts of a range that hold these words, `most` at most. */
  newest(query: IndexQuery, range: DocRange, most: number): Promise<readonly number[]>;
  /** Those of `docs`, which were found by `query`, in which each of these phrases stands. */
  among(query: IndexQuery, docs: readonly number[], phrases: Phrases): Promise<ReadonlySet<number>>;
}

const everyText: AnyOf = { keys: [partMark] };

/** The languages of the two indexes. The words hold letters, digits and signs of the site's own: none that they know. */
interface Language {
  readonly word: (key: string) => string;
  readonly or: string;
  readonly and: string;
  readonly without: string;
  readonly phrase: (keys: readonly string[]) => string;
}

const ofSqlite: Language = {
  word: (key) => `"${key}"`,
  or: ' OR ',
  and: ' AND ',
  without: ' NOT ',
  phrase: (keys) => `"${keys.join(' ')}"`,
};
const ofPostgres: Language = {
  word: (key) => `'${key}'`,
  or: ' | ',
  and: ' & ',
  without: ' & !',
  phrase: (keys) => keys.map((key) => `'${key}'`).join(' <-> '),
};

function written({ all, none }: IndexQuery, language: Language): string {
  const { word, or, and, without } = language;
  const wanted = (all.length > 0 ? all : [everyText]).map(
    ({ keys }) => `(${keys.map(word).join(or)})`,
  );
  const unwanted = none.map(word);
  const exclusion = unwanted.length > 0 ? `${without}(${unwanted.join(or)})` : '';
  return `((${wanted.join(and)})${exclusion})`;
}

const writtenPhrases = (phrases: Phrases, { phrase, and }: Language) =>
  phrases.map((keys) => `(${phrase(keys)})`).join(and);

const docsOf = async (
  db: Reader,
  query: { execute(db: Reader): Promise<{ rows: readonly { doc: number }[] }> },
) => (await query.execute(db)).rows.map(({ doc }) => doc);

/** As the migration numbers the blocks of texts on SQLite. */
const sqliteBits = [13, 15, 17];
/** Blocks that one statement names at most. */
const blocksMax = 16;
/** Milliseconds after which a search on SQLite looks into no further block: nothing else is answered meanwhile. */
const budgetMs = 10;
/** A block that took less is followed by a larger one, and one that took more by a smaller one. */
const quickMs = 2;
const slowMs = 4;

/** Words for the fewest blocks that hold a range; all texts where they are too many. */
function blocksOf({ lowest, highest }: DocRange): string {
  for (const bits of sqliteBits) {
    const first = Math.floor(lowest / 2 ** bits);
    const count = Math.floor(highest / 2 ** bits) - first + 1;
    if (count > blocksMax) continue;
    const words = Array.from({ length: count }, (_, at) => `"¬${bits}¬${first + at}"`);
    return `(${words.join(' OR ')})`;
  }
  return `"${partMark}"`;
}

/**
 * SQLite's full-text index is walked backwards along its numbers, and ends with enough. It goes on through all texts where
 * words never meet, whatever the range: so it is asked for those of one block after the other.
 */
function sqlitePostings(db: Reader): Postings {
  let spentMs = 0;
  let lastMs = 0;
  let isCut = false;

  async function ask(asked: string, { lowest, highest }: DocRange, most: number) {
    const began = performance.now();
    // A number from Node is a real one to SQLite, and no bound of a range to its index.
    const found = await docsOf(
      db,
      sql<{ doc: number }>`select rowid as doc from search_index where search_index match ${asked}
        and rowid between cast(${lowest} as integer) and cast(${highest} as integer)
        order by rowid desc limit ${most}`,
    );
    lastMs = performance.now() - began;
    spentMs += lastMs;
    return found;
  }

  return {
    get isCut() {
      return isCut;
    },
    async newest(query, { lowest, highest }, most) {
      // One list ends with enough, wherever its range begins.
      const isOneList = query.all.length === 1 && query.none.length === 0;
      if (isOneList) return ask(written(query, ofSqlite), { lowest, highest }, most);
      const found: number[] = [];
      let end = highest;
      for (let size = 0; end >= lowest && found.length < most; ) {
        if (end < highest && spentMs > budgetMs) {
          isCut = true;
          break;
        }
        const bits = sqliteBits[size] ?? 0;
        const start = Math.floor(end / 2 ** bits) * 2 ** bits;
        const range = { lowest: Math.max(start, lowest), highest: end };
        const within = { keys: [`¬${bits}¬${start / 2 ** bits}`] };
        const asked = written({ ...query, all: [within, ...query.all] }, ofSqlite);
        found.push(...(await ask(asked, range, most - found.length)));
        end = start - 1;
        if (lastMs < quickMs) size = Math.min(size + 1, sqliteBits.length - 1);
        else if (lastMs > slowMs) size = Math.max(size - 1, 0);
      }
      return found;
    },
    async among(query, docs, phrases) {
      if (docs.length === 0) return new Set();
      const wanted = new Set(docs);
      const range = { lowest: Math.min(...docs), highest: Math.max(...docs) };
      const all = { ...query, none: [] };
      const asked = `${blocksOf(range)} AND ${written(all, ofSqlite)} AND ${writtenPhrases(phrases, ofSqlite)}`;
      const found = await ask(asked, range, range.highest - range.lowest + 1);
      return new Set(found.filter((doc) => wanted.has(doc)));
    },
  };
}

/** As the migration numbers the blocks of texts. */
const postgresBits = [9, 11, 13, 15, 17, 19];

/**
 * PostgreSQL's index gives all texts that hold the words, in no order. So it is asked for those among the newest 512 to
 * 1,024, and where they are too few, for those of a block that should hold enough of them.
 */
function postgresPostings(db: Reader): Postings {
  const ask = (asked: string, { lowest, highest }: DocRange, most: number) =>
    docsOf(
      db,
      sql<{ doc: number }>`select doc from search_newest(${asked}::tsquery, ${lowest}::integer,
        ${highest}::integer, ${most}::integer) as doc`,
    );
  return {
    // Its statements end after two seconds, and others are answered meanwhile.
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
        if (found.length === 0) step = postgresBits.length;
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

export function createPostings(engine: Engine, db: Reader): Postings {
  return engine === 'sqlite' ? sqlitePostings(db) : postgresPostings(db);
}
