import {
  askedWordsOf,
  isForgiven,
  isHeldByTitle,
  isOneErrorApart,
  partFrom,
  signsOf,
  spellingsOf,
} from '../../../blog/server/title-words.ts';
import { fold } from '../../../platform/text/fold.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Known words that one asked word may stand for; more would make the search slower than its answer is useful. */
const wordsPerAskedMax = 200;

/** What a search asks of a title. */
export interface TitleSearch {
  /** Of each of these lists the title holds a word or sign. None of them is empty, nor are there none. */
  readonly alternatives: readonly (readonly string[])[];
  /** The folded title holds this text as it stands. */
  readonly literal: string | undefined;
}

/** `text` as a LIKE pattern (with `escape '\'`) that finds it anywhere, whatever characters it holds. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Symbols carry the meaning of searches such as `C++` or `100%`; between words they don't. */
function isLiteral(search: string): boolean {
  return askedWordsOf(search).length === 0 || /[^\p{L}\p{N}\p{M}\s.,:;!?'’"“”()/&-]/u.test(search);
}

/** Turns what a visitor typed into what the list query can look up. Undefined when nothing was asked. */
export async function planTitleSearch(
  db: Reader,
  search: string,
): Promise<TitleSearch | undefined> {
  const text = fold(search).trim();
  if (text === '') return undefined;
  if (isLiteral(text)) {
    // The signs lead to the few titles that may hold it; there is one, or it would be a search for words.
    return { alternatives: signsOf(text).map((sign) => [sign]), literal: text };
  }
  const alternatives = await Promise.all(
    askedWordsOf(text).map((word) => alternativesFor(db, word)),
  );
  return { alternatives: alternatives.flat(), literal: undefined };
}

/** What one asked word may stand for, itself first: one list, or two where a space was forgotten. */
async function alternativesFor(db: Reader, asked: string): Promise<readonly (readonly string[])[]> {
  const known = [
    ...(isForgiven(asked) ? await misspeltWordsFor(db, asked) : []),
    ...(await wordsContaining(db, asked)),
  ];
  if (known.length > 0) return [[...new Set([asked, ...known])].slice(0, wordsPerAskedMax)];
  return (await joinedWordsFor(db, asked)) ?? [[asked]];
}

/** After every text that begins with `start`: no letter comes after the last code point. */
function afterAllThatBeginWith(start: string): string {
  return `${start}\u{10ffff}`;
}

/** Known words that hold `asked`; one or two letters stand for themselves only. */
async function wordsContaining(db: Reader, asked: string): Promise<readonly string[]> {
  if ([...asked].length < partFrom) return knownOf(db, [asked]);
  const rows = await db
    .selectFrom('title_word_endings')
    .select('word')
    .where('ending', '>=', asked)
    .where('ending', '<', afterAllThatBeginWith(asked))
    .where(isHeldByTitle('title_word_endings.word'))
    // Words that end with it come first; and the same ones on both engines.
    .orderBy('ending')
    .orderBy('word')
    .limit(wordsPerAskedMax)
    .execute();
  return rows.map((row) => row.word);
}

/** Those of these words that a title holds. */
async function knownOf(db: Reader, words: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('title_word_spellings')
    .select('word')
    .whereRef('spelling', '=', 'word')
    .where('spelling', 'in', words)
    .where(isHeldByTitle('title_word_spellings.word'))
    .execute();
  return rows.map((row) => row.word);
}

async function misspeltWordsFor(db: Reader, asked: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('title_word_spellings')
    .select('word')
    .distinct()
    .where('spelling', 'in', spellingsOf(asked))
    .where(isHeldByTitle('title_word_spellings.word'))
    .limit(wordsPerAskedMax)
    .execute();
  return rows.map((row) => row.word).filter((word) => isOneErrorApart(asked, word));
}

/** A forgotten space: `contenthub` stands for `content` and `hub`. */
async function joinedWordsFor(
  db: Reader,
  asked: string,
): Promise<readonly (readonly string[])[] | undefined> {
  const letters = [...asked];
  const halves = letters.slice(1).map((_, index) => ({
    head: letters.slice(0, index + 1).join(''),
    tail: letters.slice(index + 1).join(''),
  }));
  if (halves.length === 0) return undefined;
  const known = new Set(
    await knownOf(
      db,
      halves.flatMap(({ head, tail }) => [head, tail]),
    ),
  );
  const pair = halves.find(({ head, tail }) => known.has(head) && known.has(tail));
  return pair && [[pair.head], [pair.tail]];
}
