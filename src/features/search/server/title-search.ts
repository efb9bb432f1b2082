import {
  isForgiven,
  isHeldByTitle,
  isOneErrorApart,
  partFrom,
  searchTermsOf,
  signsOf,
  spellingsOf,
} from '../../../blog/server/title-words.ts';
import { fold } from '../../../platform/text/fold.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Most known words that a searched word may match: more would slow the search without better results. */
const wordsPerAskedMax = 200;

/** A planned search of titles. */
export interface TitleSearch {
  /** The title contains one word or sign of each list. There is at least one list, and none is empty. */
  readonly alternatives: readonly (readonly string[])[];
  /** The folded title contains this text literally. */
  readonly literal: string | undefined;
}

/** `text` as a LIKE pattern (with `escape '\'`) that matches it anywhere, with special characters escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Symbols are significant in searches such as `C++` or `100%`, but not between words. */
function isLiteral(search: string): boolean {
  return searchTermsOf(search).length === 0 || /[^\p{L}\p{N}\p{M}\s.,:;!?'’"“”()/&-]/u.test(search);
}

/** Plans a search from a visitor's input. Undefined for an empty search. */
export async function planTitleSearch(
  db: Reader,
  search: string,
): Promise<TitleSearch | undefined> {
  const text = fold(search).trim();
  if (text === '') return undefined;
  if (isLiteral(text)) {
    // The signs narrow down the titles to check. There is at least one sign, or the search would be one for words.
    return { alternatives: signsOf(text).map((sign) => [sign]), literal: text };
  }
  const alternatives = await Promise.all(
    searchTermsOf(text).map((word) => alternativesFor(db, word)),
  );
  return { alternatives: alternatives.flat(), literal: undefined };
}

/** The alternatives of a searched word, itself first: one list, or two if a space is missing. */
async function alternativesFor(db: Reader, asked: string): Promise<readonly (readonly string[])[]> {
  const known = [
    ...(isForgiven(asked) ? await misspeltWordsFor(db, asked) : []),
    ...(await wordsContaining(db, asked)),
  ];
  if (known.length > 0) return [[...new Set([asked, ...known])].slice(0, wordsPerAskedMax)];
  return (await joinedWordsFor(db, asked)) ?? [[asked]];
}

/** Sorts after every text that begins with `start`: no letter follows the last code point. */
function afterAllThatBeginWith(start: string): string {
  return `${start}\u{10ffff}`;
}

/** Known words that contain `asked`; one or two letters only match exactly. */
async function wordsContaining(db: Reader, asked: string): Promise<readonly string[]> {
  if ([...asked].length < partFrom) return knownOf(db, [asked]);
  const rows = await db
    .selectFrom('title_word_endings')
    .select('word')
    .where('ending', '>=', asked)
    .where('ending', '<', afterAllThatBeginWith(asked))
    .where(isHeldByTitle('title_word_endings.word'))
    // Words that end with it come first; the second key makes both engines return the same words.
    .orderBy('ending')
    .orderBy('word')
    .limit(wordsPerAskedMax)
    .execute();
  return rows.map((row) => row.word);
}

/** Those of these words that occur in a title. */
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

/** A missing space: `contenthub` matches `content` and `hub`. */
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
