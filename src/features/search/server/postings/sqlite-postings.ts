import { sql } from 'kysely';
import type { Reader } from '../../../../storage/storage.ts';
import { allDocs, type DocRange } from './doc-range.ts';
import { byLength, type Language, written } from './index-language.ts';
import { holders, holding, readNewestWords, readWords } from './indexed-words.ts';
import type { AnyOf, IndexQuery, Postings } from './postings.ts';

const ofSqlite: Language = {
  word: (key) => `"${key}"`,
  or: ' OR ',
  and: ' AND ',
  without: ' NOT ',
};

/** Block sizes of document numbers on SQLite, as in the migration. */
const sqliteBits = [13, 15, 17];
/**
 * Time budget of a search on SQLite in milliseconds: it blocks the event loop. Time in which other programs had the
 * processor doesn't count: on a busy machine the same search finds the same.
 */
const budgetMs = 12;
/** So many texts are looked through in any case. */
const lookedLeast = 512;
/** After a faster query the block size grows, after a slower one it shrinks. */
const quickMs = 1;
const slowMs = 2;

/**
 * Number of longest words (usually the rarest) that are queried in the index; the others are checked in the texts
 * found.
 */
const leadingMax = 4;
/**
 * A word in fewer than one of so many texts is rare: reading its texts costs less than walking the lists of common
 * words.
 */
const rareShare = 1 / 100;
/** Texts per read; also the number of newest matches by which a word's frequency is estimated. */
const readAtOnce = 64;
/** If fewer than one of so many texts should contain all words, some of the words are checked in the texts instead. */
const meetingShare = 1 / 160;
/**
 * Of older dates, texts are read one after the other if more than one in so many should match: the index would skip all
 * newer texts of each common word, 40 ms among a million.
 */
const readingShare = 1 / 20;
/** The share of the wanted matches that suffices in a slow search. */
const enough = 1 / 4;
/** Milliseconds after which it suffices; until then, the required number falls with time. */
const patienceMs = 5;

/** Linux counts the time of a running thread at each tick of so many milliseconds. */
const tickMs = 4;

/** Processor time of this thread in milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

interface Weighed {
  readonly word: AnyOf;
  /** The newest texts that contain the word. */
  readonly docs: readonly number[];
  /** Share of the range's texts that contain the word, from 0 to 1. */
  readonly share: number;
}

interface Block {
  readonly word: string;
  /** Its first document number. */
  readonly start: number;
}

function blockAt(size: number, doc: number): Block {
  const bits = sqliteBits[size] ?? 0;
  const number = Math.floor(doc / 2 ** bits);
  return { word: `¬${bits}¬${number}`, start: number * 2 ** bits };
}

const writtenIn = (query: IndexQuery, { word }: Block) =>
  written({ ...query, all: [{ keys: [word] }, ...query.all] }, ofSqlite);

/**
 * SQLite's full-text index is walked backwards by document number until there are enough matches. If words never occur
 * together, it walks through all texts, whatever the range: so one block is queried after the other. If a word is rare,
 * its texts are read and checked for the others instead: the lists of common words are long.
 */
export function sqlitePostings(db: Reader, whole: () => Promise<DocRange>): Postings {
  const startedMs = threadMs();
  let elapsedMs = 0;
  let lastMs = 0;
  /** Texts that were read, or skipped by the index. */
  let looked = 0;
  let isCut = false;

  async function ask(asked: string, { lowest, highest }: DocRange, most: number) {
    const began = performance.now();
    // Node binds numbers as floats, which FTS5 doesn't use as bounds of a rowid range.
    const { rows } = await sql<{ doc: number }>`select rowid as doc from search_index
      where search_index match ${asked}
        and rowid between cast(${lowest} as integer) and cast(${highest} as integer)
      order by rowid desc limit ${most}`.execute(db);
    lastMs = performance.now() - began;
    elapsedMs += lastMs;
    return rows.map(({ doc }) => doc);
  }

  const spentMs = () => Math.min(elapsedMs, threadMs() - startedMs + tickMs);

  /** Whether the search stops with the matches so far. */
  function isEnough(found: number, most: number): boolean {
    if (found >= most) return true;
    if (looked < lookedLeast) return false;
    const spent = spentMs();
    const needed = most * Math.max(enough, 1 - spent / patienceMs);
    if (found < needed && spent <= budgetMs) return false;
    isCut = true;
    return true;
  }

  /** Queries one block after the other, newest first; `fitting` filters the matches. */
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
      const before = end;
      // A full result continues after its last document.
      end = (docs.length === most ? (docs.at(-1) ?? block.start) : block.start) - 1;
      looked += before - end;
      if (lastMs < quickMs) size = Math.min(size + 1, sqliteBits.length - 1);
      else if (lastMs > slowMs) size = Math.max(size - 1, 0);
    }
    return found.slice(0, most);
  }

  /** Reads one text after the other, newest first, while there are matches among them. */
  async function readInTurn(query: IndexQuery, { lowest, highest }: DocRange, most: number) {
    const found: number[] = [];
    let end = highest;
    for (;;) {
      const began = performance.now();
      const texts = await readNewestWords(db, { lowest, highest: end }, most);
      const fitting = holders(texts, query);
      found.push(...fitting);
      looked += texts.length;
      elapsedMs += performance.now() - began;
      end = (texts.at(-1)?.doc ?? lowest) - 1;
      if (texts.length < most || isEnough(found.length, most)) end = lowest - 1;
      if (end < lowest || fitting.length === 0) return { found: found.slice(0, most), end };
    }
  }

  /** Estimates the frequency of words among the newest of all texts, the rarest first. */
  async function weigh(
    words: readonly AnyOf[],
    { lowest, highest }: DocRange,
  ): Promise<readonly Weighed[]> {
    const weighed: Weighed[] = [];
    for (const word of words) {
      const docs = await ask(written({ all: [word], none: [] }, ofSqlite), allDocs, readAtOnce);
      const isWhole = docs.length < readAtOnce;
      const newest = isWhole ? highest : (docs[0] ?? highest);
      const oldest = isWhole ? lowest : (docs.at(-1) ?? lowest);
      weighed.push({ word, docs, share: docs.length / (newest - oldest + 1) });
      // A word without matches: no document can match.
      if (docs.length === 0) break;
    }
    return weighed.toSorted((one, other) => one.share - other.share);
  }

  /** Reads the newest texts with rare words and checks them for the other words. */
  async function readRare(
    rare: readonly Weighed[],
    { within, ...others }: IndexQuery,
    { lowest, highest }: DocRange,
    most: number,
  ) {
    const all = rare.map(({ word }) => word);
    const asked = written({ all, none: [], ...(within && { within }) }, ofSqlite);
    const found: number[] = [];
    const [first] = rare;
    let end = highest;
    // The estimate of a single word already has the beginning of its list.
    let docs =
      rare.length === 1 && first && !within
        ? first.docs
        : await ask(asked, { lowest, highest }, readAtOnce);
    for (;;) {
      const began = performance.now();
      found.push(...(await holding(db, docs, others)));
      looked += docs.length;
      elapsedMs += performance.now() - began;
      end = (docs.at(-1) ?? lowest) - 1;
      if (docs.length < readAtOnce || isEnough(found.length, most)) return found.slice(0, most);
      docs = await ask(asked, { lowest, highest: end }, readAtOnce);
    }
  }

  return {
    get isCut() {
      return isCut;
    },
    async newest(query, most, given) {
      const { all, none, within } = query;
      const range = given ?? (await whole());
      // A single word needs no blocks: its list ends with enough matches.
      if (all.length + (within ? 1 : 0) === 1 && none.length === 0)
        return ask(written(query, ofSqlite), range, most);
      const inLength = all.toSorted(byLength);
      const weighed = await weigh(inLength.slice(0, leadingMax), range);
      if (weighed.some(({ docs }) => docs.length === 0)) return [];
      const rare = weighed.filter(({ share }) => share < rareShare);
      const others = (leading: readonly Weighed[]) => [
        ...weighed.filter((one) => !leading.includes(one)).map(({ word }) => word),
        ...inLength.slice(leadingMax),
      ];
      if (rare.length > 0) return readRare(rare, { ...query, all: others(rare) }, range, most);
      const rest = others(weighed);
      const meeting = weighed.reduce((product, { share }) => product * share, 1);
      if (within && weighed.length > 0 && meeting > readingShare) {
        const { found, end } = await readInTurn(query, range, most);
        const older = { ...range, highest: end };
        return [...found, ...(await walk(query, older, most - found.length))];
      }
      if (rest.length === 0) return walk(query, range, most);
      if (meeting > meetingShare) return walk(query, range, most);
      const first = { ...query, all: weighed.map(({ word }) => word) };
      return walk(first, range, most, (docs) => holding(db, docs, { all: rest, none: [] }));
    },
    // Reading the texts costs less than the index, which has no lower bound when a phrase doesn't match.
    async among(docs, phrases) {
      const texts = await readWords(db, docs);
      const fitting = texts.filter(({ words }) =>
        phrases.every((keys) => words.includes(` ${keys.join(' ')} `)),
      );
      return new Set(fitting.map(({ doc }) => doc));
    },
  };
}
