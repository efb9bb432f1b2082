import { stemOf } from '../../../platform/text/search-words.ts';
import { keptQuery } from '../../../storage/kept-query.ts';
import { isListed } from '../../../storage/listed.ts';
import type { Reader } from '../../../storage/storage.ts';
import type { Postings } from './postings/postings.ts';

/** Minimum length of a word that is also found with one typing error, as in titles. */
const forgivenFrom = 4;
/** Minimum length of a word that is also matched as a prefix. */
const beginningFrom = 3;
/** Most candidates that are compared by frequency. */
const weighedMax = 12;
/** Most texts counted for a candidate. */
const countedMax = 30;
/** Words per query. */
const wordsAtOnce = 500;

/** First and last code point of a script's folded letters. */
const scripts: readonly (readonly [number, number])[] = [
  [0x61, 0x7a],
  [0x3b1, 0x3c9],
  [0x430, 0x45f],
  [0x561, 0x586],
  [0x5d0, 0x5ea],
  [0x621, 0x64a],
];

function lettersLike(word: string): readonly string[] {
  const code = word.codePointAt(0) ?? 0;
  const [first, last] = scripts.find(([from, to]) => code >= from && code <= to) ?? [1, 0];
  return Array.from({ length: last - first + 1 }, (_, index) =>
    String.fromCodePoint(first + index),
  );
}

/**
 * All variants of a word with one typing error: a missing, additional, wrong or swapped letter. Some five hundred for a
 * word of eight letters, so that no table of misspellings is needed.
 */
export function misspellingsOf(word: string): readonly string[] {
  const letters = [...word];
  const alphabet = lettersLike(word);
  const made = new Set<string>();
  for (let place = 0; place <= letters.length; place += 1) {
    const head = letters.slice(0, place).join('');
    const [one = '', two = ''] = letters.slice(place);
    const tail = letters.slice(place + 1).join('');
    if (one !== '') made.add(head + tail);
    if (two !== '') made.add(head + two + one + letters.slice(place + 2).join(''));
    for (const letter of alphabet) {
      made.add(head + letter + one + tail);
      if (one !== '') made.add(head + letter + tail);
    }
  }
  made.delete(word);
  return [...made];
}

const wordsOfList = keptQuery((db, { list }: { readonly list: string }) =>
  db
    .selectFrom('search_words')
    .select('word')
    .where(isListed(db, 'word', 'text', list)),
);

async function knownAmong(db: Reader, words: readonly string[]): Promise<readonly string[]> {
  const known: string[] = [];
  for (let start = 0; start < words.length; start += wordsAtOnce) {
    const list = JSON.stringify(words.slice(start, start + wordsAtOnce));
    known.push(...(await wordsOfList(db, { list })).map(({ word }) => word));
  }
  return known.sort();
}

/** The first `most` known words that have this prefix and are longer. */
export async function beginningWith(
  db: Reader,
  start: string,
  most: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('search_words')
    .select('word')
    .where('word', '>', start)
    .where('word', '<', `${start}\u{10ffff}`)
    .orderBy('word')
    .limit(most)
    .execute();
  return rows.map(({ word }) => word);
}

/**
 * The correction of a folded word that no text contains: the similar word that most of the newest texts contain. A single
 * one isn't counted: a text that contained it may have been deleted.
 */
export async function nearWord(
  parts: {
    readonly reader: Reader;
    readonly freshPostings: () => Postings;
  },
  word: string,
): Promise<string | undefined> {
  const { reader, freshPostings } = parts;

  const key = stemOf(word);

  async function commonest(known: readonly string[]): Promise<string | undefined> {
    const words = known.filter((one) => stemOf(one) !== key);
    if (words.length <= 1) return words[0];
    // Errors are rare in the first letter of a word.
    const likely = words.toSorted(
      (one, other) =>
        Number(other.startsWith(word.charAt(0))) - Number(one.startsWith(word.charAt(0))),
    );
    const counted = await Promise.all(
      likely.slice(0, weighedMax).map(async (one) => {
        const query = { all: [{ keys: [stemOf(one)] }], none: [] };
        // Each within its own budget: the time of one must not shorten the count of another.
        return { one, count: (await freshPostings().newest(query, countedMax)).length };
      }),
    );
    const most = Math.max(1, ...counted.map(({ count }) => count));
    return counted.find(({ count }) => count === most)?.one;
  }

  const { length } = [...word];
  const misspelt =
    length >= forgivenFrom
      ? await commonest(await knownAmong(reader, misspellingsOf(word)))
      : undefined;
  if (misspelt !== undefined || length < beginningFrom) return misspelt;
  return commonest(await beginningWith(reader, word, weighedMax));
}
