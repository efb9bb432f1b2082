import { type Category, categories } from '../../src/blog/contract.ts';

/** Time of the first blog; each further one is a minute later, so that a million span not quite two years. */
const firstDay = Date.UTC(2024, 0, 1);
const minute = 60_000;
/** Number of words besides the searched ones; a made-up title has two of them. */
const vocabulary = 50_000;
const syllables = 'ka lo mi ne ru ta so vi pe du ha gi be fo ja wu'.split(' ');
/** The rare words are in this many earliest blogs, however large the site. */
const earliest = 1_000;
/** One in this many of the earliest blogs has the rare words: ten blogs. */
const rareEvery = 100;

/** The words that are searched for, and the titles' words that they match. */
export const words = {
  inEveryTitle: 'story',
  misspelt: 'storz',
  inEvenTitles: 'morning',
  inOddTitles: 'evening',
  partOfOne: 'orni',
  /** A syllable and a half: contained in more words than a search considers. */
  partOfMany: 'kal',
  rare: 'zephyr',
  rareMisspelt: 'zephir',
  absent: 'xyzzyq',
  rareLiteral: 'c++',
  /** Every title has the sign `%`, but none has this word. */
  absentLiteral: '99%',
} as const;

/** A deterministic hash to 32 bits (the finalizer of MurmurHash3). */
function spread(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A made-up word of four syllables; low ranks are frequent, as few words make most of a text. */
function wordOf(number: number): string {
  const rank = Math.floor(vocabulary * (spread(number) / 2 ** 32) ** 2);
  return [0, 4, 8, 12].map((shift) => syllables[(rank >> shift) & 15]).join('');
}

export function titleOf(number: number): string {
  return [
    wordOf(2 * number),
    wordOf(2 * number + 1),
    number % 2 === 0 ? words.inEvenTitles : words.inOddTitles,
    words.inEveryTitle,
    ...(number < earliest && number % rareEvery === 0 ? [words.rare, words.rareLiteral] : []),
    '100%',
  ].join(' ');
}

export function categoryOf(number: number): Category {
  return categories[number % categories.length] ?? 'Other';
}

/** Milliseconds since 1970. */
export function timeOf(number: number): number {
  return firstDay + number * minute;
}

/** 64 to 96 words: some blogs are longer than others. */
export function textOf(number: number): string {
  return `${'What began in the morning was told in the evening, and nobody asked whose it was. '.repeat(4 + (spread(number) % 3))}\n`;
}

/** A whole number below `end`; the same for the same input. */
export function oneOf(number: number, end: number): number {
  return spread(number) % end;
}
