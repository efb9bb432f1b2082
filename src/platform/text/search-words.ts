import { stemmer } from 'stemmer';
import { fold } from './fold.ts';

/** A word of a text as search uses it. */
export interface SearchWord {
  /** Folded and stemmed: the indexed form. */
  readonly key: string;
  /** Only folded. */
  readonly folded: string;
  /** Number of words before it. */
  readonly place: number;
  /** Position in the text, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** Longer words are truncated. */
const wordMax = 32;
/** With invisible characters within words: soft hyphen, non-joiner, joiner, word joiner and byte order mark. */
const runPattern = /[\p{L}\p{N}\p{M}\u{ad}\u{200c}-\u{200d}\u{2060}\u{feff}]+/uy;
const joinedToBefore = /[\p{M}\u{ad}\u{200c}-\u{200d}\u{2060}\u{feff}]/u;
/** Scripts without spaces between words, and Korean, whose endings the stemmer doesn't support. */
const unspaced =
  /[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const notOfWords = /[^\p{L}\p{N}]+/gu;
const isLatin = /^[a-z]{3,}$/;

/** Size of the stem cache: pages of results contain the same few thousand words again and again. */
const stemsKept = 20_000;
const stems = new Map<string, string>();

/**
 * The stem of a folded word. English endings and Latin letters only: texts don't state their language, and a word of
 * another language is stemmed wrongly in the same way in texts and searches.
 */
export function stemOf(folded: string): string {
  const known = stems.get(folded);
  if (known !== undefined) return known;
  if (!isLatin.test(folded)) return folded;
  if (stems.size >= stemsKept) stems.clear();
  const stem = stemmer(folded);
  stems.set(folded, stem);
  return stem;
}

/** Latin letters that Unicode doesn't decompose, as CLDR's Latin-ASCII transliteration writes them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ı: 'i',
};
const unplainLetter = /[ßæœøđðłþħŧŋı]/gu;

function foldedWord(run: string): string {
  const plain = fold(run).replace(unplainLetter, (letter) => plainLetters[letter] ?? letter);
  return [...plain.replace(notOfWords, '')].slice(0, wordMax).join('');
}

/** The words of a text as far as it was read. */
interface Reading {
  readonly words: SearchWord[];
  /** The number of its words, including those that weren't asked for. */
  count: number;
}

/** Adds overlapping pairs of characters (bigrams), and the last character alone. */
function addPairs(reading: Reading, run: string, start: number): void {
  const letters: { folded: string; start: number; end: number }[] = [];
  let place = start;
  for (const letter of run) {
    const folded = fold(letter).replace(notOfWords, '');
    const end = place + letter.length;
    const last = letters.at(-1);
    if (folded !== '') letters.push({ folded, start: place, end });
    else if (last) last.end = end;
    place = end;
  }
  for (const [index, letter] of letters.entries()) {
    const next = letters[index + 1];
    const key = letter.folded + (next?.folded ?? '');
    const end = next?.end ?? letter.end;
    reading.words.push({ key, folded: key, place: reading.count, start: letter.start, end });
    reading.count += 1;
  }
}

function addMixed(reading: Reading, run: string, start: number): void {
  let from = 0;
  let place = 0;
  let isBigramKey: boolean | undefined;
  const add = (part: string) => {
    if (part === '') return;
    if (isBigramKey) addPairs(reading, part, start + from);
    else addWord(reading, part, start + from);
  };
  for (const letter of run) {
    // A combining mark belongs to the letter before it.
    const isUnspaced = joinedToBefore.test(letter) ? isBigramKey : unspaced.test(letter);
    if (isBigramKey !== undefined && isUnspaced !== isBigramKey) {
      add(run.slice(from, place));
      from = place;
    }
    isBigramKey = isUnspaced;
    place += letter.length;
  }
  add(run.slice(from));
}

function addWord(reading: Reading, run: string, start: number): void {
  const folded = foldedWord(run);
  if (folded === '') return;
  const end = start + run.length;
  reading.words.push({ key: stemOf(folded), folded, place: reading.count, start, end });
  reading.count += 1;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

const letterBits = 8;
const [letterI, letterY] = [0x69, 0x79];

/** A letter in lower case: in ASCII by this bit, which digits have too. An i for y, which the stemmer makes of some. */
function letterAt(text: string, place: number): number {
  const letter = text.charCodeAt(place) | 0x20;
  return letter === letterY ? letterI : letter;
}

/** The first two letters of a word as a number. */
function twoLettersOf(text: string, start: number, end: number): number {
  const first = letterAt(text, start);
  return end - start > 1 ? (first << letterBits) | letterAt(text, start + 1) : first;
}

/** The same with the third, if it has one. */
function threeLettersOf(text: string, start: number, end: number): number {
  const two = twoLettersOf(text, start, end);
  return end - start > 2 ? (two << letterBits) | letterAt(text, start + 2) : two;
}

/** The beginnings of these keys, for `searchWordsOf`: two letters or three, since endings may be cut off after two. */
export function beginningsOf(keys: readonly string[]): ReadonlySet<number> {
  return new Set(keys.map((key) => threeLettersOf(key, 0, key.length)));
}

function mayBegin(beginnings: ReadonlySet<number>, text: string, start: number, end: number) {
  return (
    beginnings.has(threeLettersOf(text, start, end)) ||
    beginnings.has(twoLettersOf(text, start, end))
  );
}

/**
 * The first `most` words of a text, in order. Takes time proportional to the text that it reads. If `beginnings` are
 * given, words with other beginnings are only counted, which saves stemming them.
 */
export function searchWordsOf(
  text: string,
  most: number,
  beginnings?: ReadonlySet<number>,
): readonly SearchWord[] {
  const words: SearchWord[] = [];
  const reading: Reading = { words, count: 0 };
  const { length } = text;
  let place = 0;
  while (place < length && reading.count < most) {
    const start = place;
    while (isAsciiLetter(text.charCodeAt(place))) place += 1;
    if (place === length || text.charCodeAt(place) < 128) {
      // By character codes: a regular expression takes five times as long, and most texts are ASCII.
      if (place === start) place += 1;
      else {
        if (!beginnings || mayBegin(beginnings, text, start, place)) {
          const folded = text.slice(start, Math.min(place, start + wordMax)).toLowerCase();
          words.push({ key: stemOf(folded), folded, place: reading.count, start, end: place });
        }
        reading.count += 1;
      }
      continue;
    }
    runPattern.lastIndex = start;
    const run = runPattern.exec(text)?.[0];
    if (run === undefined) {
      place = start + 1;
      continue;
    }
    if (unspaced.test(run)) addMixed(reading, run, start);
    else addWord(reading, run, start);
    place = start + run.length;
  }
  return reading.count > most ? words.filter((word) => word.place < most) : words;
}

/** Whether a key consists of characters that are indexed in pairs. */
export function isBigramKey(key: string): boolean {
  return unspaced.test(key);
}

/** A name as a single word that can't occur in texts: for an author, a category or a tag. */
export function nameWord(sign: string, name: string): string {
  const letters = fold(name).replace(/[^\p{L}\p{N}]/gu, (other) => `¬${other.codePointAt(0)}`);
  return `${sign}${letters}`;
}
