import { type SqlBool, sql } from 'kysely';
import { partMark } from '../../../../blog/server/text-index.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { docsOf, type Language, written, writtenPhrases } from './index-language.ts';
import type { AnyOf, DocRange, IndexQuery, Postings } from './postings.ts';

const ofSqlite: Language = {
  word: (key) => `"${key}"`,
  or: ' OR ',
  and: ' AND ',
  without: ' NOT ',
  phrase: (keys) => `"${keys.join(' ')}"`,
};

/** As the migration numbers the blocks of texts on SQLite. */
const sqliteBits = [13, 15, 17];
/** Blocks that one statement names at most. */
const blocksMax = 16;
/** Milliseconds after which a search on SQLite looks into no further block: nothing else is answered meanwhile. */
const budgetMs = 30;
/** A block that took less is followed by a larger one, and one that took more by a smaller one. */
const quickMs = 2;
const slowMs = 4;

/** Of more words these are looked for, the longest, which are the rarest; the others in the few texts that hold these. */
const leadingMax = 4;
/** Texts of the newest block that hold the leading words, where these are rare. */
const rareMax = 50;

/** A query by its leading words, and the others. */
function partsOf({ all, none }: IndexQuery) {
  const lengthOf = ({ keys: [key = ''] }: AnyOf) => key.length;
  const inOrder = all.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  return {
    leading: { all: inOrder.slice(0, leadingMax), none },
    others: inOrder.slice(leadingMax),
  };
}

/** Those of some texts that hold one of each of these words, the newest first. */
async function holding(db: Reader, docs: readonly number[], words: readonly AnyOf[]) {
  if (docs.length === 0 || words.length === 0) return docs;
  let rows = db
    .selectFrom('search_texts')
    .select('doc')
    .where('doc', 'in', docs)
    .orderBy('doc', 'desc');
  for (const { keys } of words) {
    const held = keys.map((key) => sql<SqlBool>`instr(' ' || words || ' ', ${` ${key} `}) > 0`);
    rows = rows.where(({ or }) => or(held));
  }
  return (await rows.execute()).map(({ doc }) => doc);
}

interface Block {
  readonly word: string;
  /** Its first number. */
  readonly start: number;
}

function blockAt(size: number, doc: number): Block {
  const bits = sqliteBits[size] ?? 0;
  const number = Math.floor(doc / 2 ** bits);
  return { word: `¬${bits}¬${number}`, start: number * 2 ** bits };
}

const writtenIn = ({ all, none }: IndexQuery, { word }: Block) =>
  written({ all: [{ keys: [word] }, ...all], none }, ofSqlite);

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
export function sqlitePostings(db: Reader): Postings {
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

  /** One block after the other, the newest first; `fitting` keeps some of what is found. */
  async function walk(
    query: IndexQuery,
    { lowest, highest }: DocRange,
    most: number,
    fitting = async (docs: readonly number[]) => docs,
  ) {
    const found: number[] = [];
    let end = highest;
    for (let size = 0; end >= lowest && found.length < most; ) {
      if (end < highest && spentMs > budgetMs) {
        isCut = true;
        break;
      }
      const block = blockAt(size, end);
      const range = { lowest: Math.max(block.start, lowest), highest: end };
      const docs = await ask(writtenIn(query, block), range, most);
      found.push(...(await fitting(docs)));
      // What is full goes on behind its last.
      end = (docs.length === most ? (docs.at(-1) ?? block.start) : block.start) - 1;
      if (lastMs < quickMs) size = Math.min(size + 1, sqliteBits.length - 1);
      else if (lastMs > slowMs) size = Math.max(size - 1, 0);
    }
    return found.slice(0, most);
  }

  return {
    get isCut() {
      return isCut;
    },
    async newest(query, range, most) {
      // One list ends with enough, wherever its range begins.
      const isOneList = query.all.length === 1 && query.none.length === 0;
      if (isOneList) return ask(written(query, ofSqlite), range, most);
      const { leading, others } = partsOf(query);
      if (others.length === 0) return walk(query, range, most);
      const newest = await ask(writtenIn(leading, blockAt(0, range.highest)), range, rareMax);
      if (newest.length === rareMax) return walk(query, range, most);
      return walk(leading, range, most, (docs) => holding(db, docs, others));
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
