import { sql } from 'kysely';
import { partMark } from '../../../blog/server/text-index.ts';
import type { Engine, Reader } from '../../../storage/storage.ts';

/** One of these words; each may be the beginning of a pair (`isStart`). */
export interface AnyOf {
  readonly keys: readonly string[];
  readonly isStart?: boolean;
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
  /** The newest texts of a range that hold these words, `most` at most. */
  newest(query: IndexQuery, range: DocRange, most: number): Promise<readonly number[]>;
  /** Those of `docs`, which were found by `query`, in which each of these phrases stands. */
  among(query: IndexQuery, docs: readonly number[], phrases: Phrases): Promise<ReadonlySet<number>>;
}

const everyText: AnyOf = { keys: [partMark] };

/** The languages of the two indexes. The words hold letters, digits and signs of the site's own: none that they know. */
interface Language {
  readonly word: (key: string, isStart: boolean) => string;
  readonly or: string;
  readonly and: string;
  readonly without: string;
  readonly phrase: (keys: readonly string[]) => string;
}

const ofSqlite: Language = {
  word: (key, isStart) => `"${key}"${isStart ? '*' : ''}`,
  or: ' OR ',
  and: ' AND ',
  without: ' NOT ',
  phrase: (keys) => `"${keys.join(' ')}"`,
};
const ofPostgres: Language = {
  word: (key, isStart) => `'${key}'${isStart ? ':*' : ''}`,
  or: ' | ',
  and: ' & ',
  without: ' & !',
  phrase: (keys) => keys.map((key) => `'${key}'`).join(' <-> '),
};

function written({ all, none }: IndexQuery, language: Language): string {
  const { word, or, and, without } = language;
  const wanted = (all.length > 0 ? all : [everyText]).map(
    ({ keys, isStart = false }) => `(${keys.map((key) => word(key, isStart)).join(or)})`,
  );
  const unwanted = none.map((key) => word(key, false));
  const exclusion = unwanted.length > 0 ? `${without}(${unwanted.join(or)})` : '';
  return `((${wanted.join(and)})${exclusion})`;
}

const writtenPhrases = (phrases: Phrases, { phrase, and }: Language) =>
  phrases.map((keys) => `(${phrase(keys)})`).join(and);

const docsOf = async (
  db: Reader,
  query: { execute(db: Reader): Promise<{ rows: readonly { doc: number }[] }> },
) => (await query.execute(db)).rows.map(({ doc }) => doc);

/** SQLite's full-text index is walked backwards along its numbers, and ends with enough. */
function sqlitePostings(db: Reader): Postings {
  return {
    newest(query, { lowest, highest }, most) {
      return docsOf(
        db,
        sql<{ doc: number }>`select rowid as doc from search_index
          where search_index match ${written(query, ofSqlite)} and rowid between ${lowest} and ${highest}
          order by rowid desc limit ${most}`,
      );
    },
    async among(query, docs, phrases) {
      if (docs.length === 0) return new Set();
      const wanted = new Set(docs);
      const asked = `${written(query, ofSqlite)} AND ${writtenPhrases(phrases, ofSqlite)}`;
      const found = await docsOf(
        db,
        sql<{ doc: number }>`select rowid as doc from search_index
          where search_index match ${asked}
            and rowid between ${Math.min(...docs)} and ${Math.max(...docs)}
          order by rowid desc`,
      );
      return new Set(found.filter((doc) => wanted.has(doc)));
    },
  };
}

/** As the migration numbers the blocks of texts. */
const blockBits = [9, 11, 13, 15, 17, 19];

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
    async newest(query, range, most) {
      const asked = written(query, ofPostgres);
      for (let step = 0; ; ) {
        const bits = blockBits[step];
        if (bits === undefined) return ask(asked, range, most);
        const block = Math.floor(range.highest / 2 ** bits);
        const lowest = (block - 1) * 2 ** bits;
        if (lowest <= range.lowest) return ask(asked, range, most);
        const within = `('~${bits}:${block}' | '~${bits}:${block - 1}')`;
        const found = await ask(`${asked} & ${within}`, { ...range, lowest }, most);
        if (found.length >= most) return found;
        if (found.length === 0) step = blockBits.length;
        else {
          const needed = ((range.highest - lowest) * most) / found.length;
          const next = blockBits.findIndex((one, at) => at > step && 2 ** one >= needed);
          step = next < 0 ? blockBits.length : next;
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
