import { sql } from 'kysely';
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
/** Milliseconds after which a search on SQLite looks no further: nothing else is answered meanwhile. */
const budgetMs = 30;
/** A block that took less is followed by a larger one, and one that took more by a smaller one. */
const quickMs = 2;
const slowMs = 4;

/** Of more words the longest, which mostly are the rarest, are looked for in the index; the others in the texts that hold these. */
const leadingMax = 4;
/** A word is rare that one text in so many holds: reading such texts costs less than walking the lists of common words. */
const rareShare = 1 / 100;
/** Texts that are read at once; of each word so many of the newest tell how rare it is. */
const readAtOnce = 64;
/** Words meet rarely where fewer texts than one in so many should hold all of them. */
const meetingShare = 1 / 160;
/** Enough texts for a search that takes long: as many as are shown. */
const enough = 10;
/** Milliseconds of a search after which `enough` will do; before, the fewer the longer it takes. */
const patienceMs = 10;
/** Where the numbers of texts lie further apart, reading the texts costs less than walking the index past all between. */
const farApart = 16;

interface Weighed {
  readonly word: AnyOf;
  /** The newest texts with it. */
  readonly docs: readonly number[];
  /** Of the texts of the range, from 0 to 1. */
  readonly share: number;
}

const byLength = ({ keys: [one = ''] }: AnyOf, { keys: [other = ''] }: AnyOf) =>
  other.length - one.length;

/** The words of some texts in their order, each between blanks, by the texts' numbers. */
async function readWords(db: Reader, docs: readonly number[]) {
  if (docs.length === 0) return [];
  const rows = await db
    .selectFrom('search_texts')
    .select(['doc', 'words'])
    .where('doc', 'in', docs)
    .orderBy('doc', 'desc')
    .execute();
  return rows.map(({ doc, words }) => ({ doc, words: ` ${words} ` }));
}

/** Those of some texts that hold one of each of these words and none of the others, the newest first. */
async function holding(db: Reader, docs: readonly number[], { all, none }: IndexQuery) {
  if (all.length === 0 && none.length === 0) return docs;
  const texts = await readWords(db, docs);
  return texts
    .filter(({ words }) => {
      const holds = (key: string) => words.includes(` ${key} `);
      return all.every(({ keys }) => keys.some(holds)) && !none.some(holds);
    })
    .map(({ doc }) => doc);
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
 * words never meet, whatever the range: so it is asked for those of one block after the other. Where a word is rare, its texts
 * are read for the others instead: the lists of common words are long.
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

  /** Whether a search has to do with what it found so far. */
  function isEnough(found: number, most: number): boolean {
    if (found >= most) return true;
    const needed = Math.max(enough, most * (1 - spentMs / patienceMs));
    if (found < needed && spentMs <= budgetMs) return false;
    isCut = true;
    return true;
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
    for (let size = 0; end >= lowest; ) {
      if (end < highest && isEnough(found.length, most)) break;
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

  /** How rare the longest words are, the rarest first. */
  async function weigh(words: readonly AnyOf[], range: DocRange): Promise<readonly Weighed[]> {
    const weighed: Weighed[] = [];
    for (const word of words) {
      const docs = await ask(written({ all: [word], none: [] }, ofSqlite), range, readAtOnce);
      const lowest = docs.length < readAtOnce ? range.lowest : (docs.at(-1) ?? range.lowest);
      weighed.push({ word, docs, share: docs.length / (range.highest - lowest + 1) });
      // Without it nothing fits.
      if (docs.length === 0) break;
    }
    return weighed.toSorted((one, other) => one.share - other.share);
  }

  /** The newest texts with rare words, read for the other words. */
  async function readRare(
    rare: readonly Weighed[],
    others: IndexQuery,
    { lowest, highest }: DocRange,
    most: number,
  ) {
    const asked = written({ all: rare.map(({ word }) => word), none: [] }, ofSqlite);
    const found: number[] = [];
    const [first] = rare;
    let end = highest;
    // The list of a single word has begun when it was weighed.
    let docs =
      rare.length === 1 && first ? first.docs : await ask(asked, { lowest, highest }, readAtOnce);
    for (;;) {
      const began = performance.now();
      found.push(...(await holding(db, docs, others)));
      spentMs += performance.now() - began;
      end = (docs.at(-1) ?? lowest) - 1;
      if (docs.length < readAtOnce || isEnough(found.length, most)) return found.slice(0, most);
      docs = await ask(asked, { lowest, highest: end }, readAtOnce);
    }
  }

  return {
    get isCut() {
      return isCut;
    },
    async newest(query, range, most) {
      const { all, none } = query;
      // One list ends with enough, wherever its range begins.
      if (all.length === 1 && none.length === 0) return ask(written(query, ofSqlite), range, most);
      const inLength = all.toSorted(byLength);
      const weighed = await weigh(inLength.slice(0, leadingMax), range);
      if (weighed.some(({ docs }) => docs.length === 0)) return [];
      const rare = weighed.filter(({ share }) => share < rareShare);
      const others = (leading: readonly Weighed[]) => [
        ...weighed.filter((one) => !leading.includes(one)).map(({ word }) => word),
        ...inLength.slice(leadingMax),
      ];
      if (rare.length > 0) return readRare(rare, { all: others(rare), none }, range, most);
      const rest = others(weighed);
      if (rest.length === 0) return walk(query, range, most);
      const meeting = weighed.reduce((product, { share }) => product * share, 1);
      if (meeting > meetingShare) return walk(query, range, most);
      const first = { all: weighed.map(({ word }) => word), none };
      return walk(first, range, most, (docs) => holding(db, docs, { all: rest, none: [] }));
    },
    async among(query, docs, phrases) {
      if (docs.length === 0) return new Set();
      const range = { lowest: Math.min(...docs), highest: Math.max(...docs) };
      if (range.highest - range.lowest > farApart * docs.length) {
        const texts = await readWords(db, docs);
        const fitting = texts.filter(({ words }) =>
          phrases.every((keys) => words.includes(` ${keys.join(' ')} `)),
        );
        return new Set(fitting.map(({ doc }) => doc));
      }
      const wanted = new Set(docs);
      const all = { ...query, none: [] };
      const asked = `${blocksOf(range)} AND ${written(all, ofSqlite)} AND ${writtenPhrases(phrases, ofSqlite)}`;
      const found = await ask(asked, range, range.highest - range.lowest + 1);
      return new Set(found.filter((doc) => wanted.has(doc)));
    },
  };
}
