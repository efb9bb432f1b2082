import { sql } from 'kysely';
import {
  askedWordsOf,
  isForgiven,
  isOneErrorApart,
  spellingsOf,
} from '../../../blog/server/title-words.ts';
import { fold } from '../../../platform/text/fold.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Known words that one asked word may stand for; more would make the search slower than its answer is useful. */
const wordsPerAskedMax = 200;

/** What a search asks of a title: for each asked word one of these known words; or this literal text. */
export type TitleSearch =
  | { readonly kind: 'words'; readonly alternatives: readonly (readonly string[])[] }
  | { readonly kind: 'literal'; readonly text: string };

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
  if (isLiteral(text)) return { kind: 'literal', text };
  const alternatives = await Promise.all(
    askedWordsOf(text).map((word) => alternativesFor(db, word)),
  );
  return { kind: 'words', alternatives: alternatives.flat() };
}

/** What one asked word may stand for: one list, or two where a space was forgotten. */
async function alternativesFor(db: Reader, asked: string): Promise<readonly (readonly string[])[]> {
  const known = [
    ...(isForgiven(asked) ? await misspeltWordsFor(db, asked) : []),
    ...(await wordsContaining(db, asked)),
  ];
  if (known.length > 0) return [[...new Set(known)]];
  return (await joinedWordsFor(db, asked)) ?? [[asked]];
}

/** Known words that hold `asked`; one or two letters stand for themselves only, they are in half of all words. */
async function wordsContaining(db: Reader, asked: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('title_word_spellings')
    .select('word')
    .whereRef('spelling', '=', 'word')
    .where(
      [...asked].length > 2
        ? sql<boolean>`word like ${containsPattern(asked)} escape '\\'`
        : sql<boolean>`spelling = ${asked}`,
    )
    .limit(wordsPerAskedMax)
    .execute();
  return rows.map((row) => row.word);
}

async function misspeltWordsFor(db: Reader, asked: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('title_word_spellings')
    .select('word')
    .distinct()
    .where('spelling', 'in', spellingsOf(asked))
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
  const rows = await db
    .selectFrom('title_word_spellings')
    .select('word')
    .whereRef('spelling', '=', 'word')
    .where(
      'spelling',
      'in',
      halves.flatMap(({ head, tail }) => [head, tail]),
    )
    .execute();
  const known = new Set(rows.map((row) => row.word));
  const pair = halves.find(({ head, tail }) => known.has(head) && known.has(tail));
  return pair && [[pair.head], [pair.tail]];
}
