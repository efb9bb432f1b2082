import { tagKey, withoutHash } from '../../../blog/tags.ts';
import {
  isBigramKey,
  type SearchWord,
  searchWordsOf,
} from '../../../platform/text/search-words.ts';

/** Maximum number of searched words; each one costs a look-up. */
const searchedWordsMax = 20;
/** Maximum number of operators (author, tag, date) in one search. */
const operatorsMax = 5;

/** Consecutive words; often a single one. */
export type Phrase = readonly SearchWord[];

/** A parsed search. */
export interface TextQuery {
  /** Each has to be in the text, in any place. */
  readonly words: readonly Phrase[];
  /** All of these words in the order in which they were typed. */
  readonly whole: Phrase;
  /** Quoted phrases, which have to be in the text as written. */
  readonly phrases: readonly Phrase[];
  readonly excluded: readonly Phrase[];
  /** Folded prefixes of the words of a name, for each author. */
  readonly authors: readonly (readonly string[])[];
  readonly tags: readonly string[];
  /** Published before this time, in milliseconds since 1970. */
  readonly before: number | undefined;
  /** Published at this time or later. */
  readonly after: number | undefined;
  /** Parts of the search that were ignored, as sentences for the visitor. */
  readonly notes: readonly string[];
}

interface Part {
  readonly isExcluded: boolean;
  /** `author`, `tag`, `before`, `after`; empty for plain words. */
  readonly operator: string;
  readonly isQuoted: boolean;
  readonly text: string;
  /** Offset in the search. */
  readonly start: number;
}

const operators = ['author', 'tag', 'before', 'after'];
const quotes = '"“”„«»';
const isQuote = (sign: string) => sign !== '' && quotes.includes(sign);
const isOfWord = (sign: string) => /[\p{L}\p{N}]/u.test(sign);
const isBlank = (sign: string) => sign === '' || /\s/u.test(sign);

/**
 * Splits a search at whitespace, quotes and operators. An unclosed quote extends to the end. Names of tags and authors may
 * have quotes in them: there a quote before a letter or digit doesn't end the name.
 */
function partsOf(search: string): readonly Part[] {
  const parts: Part[] = [];
  let place = 0;
  while (place < search.length) {
    if (isBlank(search.charAt(place))) {
      place += 1;
      continue;
    }
    // Two hyphens are the beginning of a command-line option.
    const next = search.charAt(place + 1);
    const isExcluded = search.charAt(place) === '-' && next !== '-' && !isBlank(next);
    if (isExcluded) place += 1;
    const colon = search.indexOf(':', place);
    const name = colon < 0 ? '' : search.slice(place, colon).toLowerCase();
    const operator = operators.find((one) => one === name) ?? '';
    if (operator !== '') place = colon + 1;
    const isQuoted = isQuote(search.charAt(place));
    if (isQuoted) place += 1;
    const start = place;
    const isEnd = (at: number) => {
      const sign = search.charAt(at);
      if (sign === '') return true;
      if (operator === '') return isQuote(sign) || (!isQuoted && isBlank(sign));
      return isQuoted ? isQuote(sign) && !isOfWord(search.charAt(at + 1)) : isBlank(sign);
    };
    while (!isEnd(place)) place += 1;
    parts.push({ isExcluded, operator, isQuoted, text: search.slice(start, place), start });
    if (isQuoted) place += 1;
  }
  return parts;
}

const datePattern = /^(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?$/;

/** The beginning of a year, month or day (UTC); undefined for an invalid date. */
function timeOf(text: string): number | undefined {
  const match = datePattern.exec(text);
  if (!match) return undefined;
  const [, year = '', month = '1', day = '1'] = match;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isThere = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isThere ? date.getTime() : undefined;
}

/** Words of scripts without spaces are consecutive pairs of characters; every other word is a phrase by itself. */
function phrasesOf(words: readonly SearchWord[]): readonly Phrase[] {
  const phrases: SearchWord[][] = [];
  let last: SearchWord | undefined;
  for (const word of words) {
    const goesOn = last && isBigramKey(last.key) && isBigramKey(word.key) && word.start < last.end;
    if (goesOn) phrases.at(-1)?.push(word);
    else phrases.push([word]);
    last = word;
  }
  return phrases.map(withoutLastHalf);
}

/**
 * Drops the single last character of a run without spaces: in a text it is only indexed at the end of a run, and a
 * search may end within one.
 */
function withoutLastHalf(phrase: Phrase): Phrase {
  const [last, before] = phrase.toReversed();
  return last && before && last.start < before.end ? phrase.slice(0, -1) : phrase;
}

interface Reading {
  readonly words: Phrase[];
  readonly whole: SearchWord[];
  readonly phrases: Phrase[];
  readonly excluded: Phrase[];
  readonly authors: (readonly string[])[];
  readonly tags: string[];
  readonly notes: string[];
  before?: number;
  after?: number;
  wordsLeft: number;
  operatorsLeft: number;
}

function readWords(reading: Reading, { text, start, isQuoted, isExcluded }: Part): void {
  const found = searchWordsOf(text, searchedWordsMax + 1);
  const kept = found
    .slice(0, reading.wordsLeft)
    .map((word) => ({ ...word, start: start + word.start, end: start + word.end }));
  reading.wordsLeft -= kept.length;
  if (kept.length < found.length)
    reading.notes.push(`Only the first ${searchedWordsMax} words were searched for.`);
  if (kept.length === 0) return;
  // A run of two words, such as `Node.js`, is excluded as a phrase.
  if (isExcluded) reading.excluded.push(withoutLastHalf(kept));
  else if (isQuoted && kept.length > 1) reading.phrases.push(withoutLastHalf(kept));
  else {
    reading.words.push(...phrasesOf(kept));
    reading.whole.push(...kept);
  }
}

function readDate(reading: Reading, name: 'before' | 'after', text: string): void {
  const time = timeOf(text);
  if (time === undefined) {
    const example = `${name}:2026, ${name}:2026-05 or ${name}:2026-05-12`;
    reading.notes.push(`“${name}:” takes a year, a month or a day, such as ${example}.`);
  } else if (name === 'before') reading.before = Math.min(time, reading.before ?? time);
  else reading.after = Math.max(time, reading.after ?? time);
}

function readOperator(reading: Reading, { operator, text, isExcluded }: Part): void {
  if (isExcluded) {
    reading.notes.push(`A “-” leaves out words; before “${operator}:” it means nothing.`);
    return;
  }
  if (reading.operatorsLeft === 0) {
    reading.notes.push(`Only the first ${operatorsMax} of “author:” and the like were followed.`);
    return;
  }
  reading.operatorsLeft -= 1;
  if (operator === 'before' || operator === 'after') readDate(reading, operator, text);
  else readName(reading, operator, text);
}

function readName(reading: Reading, operator: string, text: string): void {
  const name = text.trim();
  const words = searchWordsOf(name, searchedWordsMax).map(({ folded }) => folded);
  if (operator === 'author' ? words.length === 0 : tagKey(withoutHash(name)) === '')
    reading.notes.push(
      operator === 'author'
        ? '“author:” takes a name, such as author:maya or author:"Maya Ortiz".'
        : '“tag:” takes a tag, such as tag:bread.',
    );
  else if (operator === 'author') reading.authors.push(words);
  else reading.tags.push(name);
}

/** Parses what a visitor typed. It never fails: every text is a valid search. */
export function parseQuery(search: string): TextQuery {
  const reading: Reading = {
    words: [],
    whole: [],
    phrases: [],
    excluded: [],
    authors: [],
    tags: [],
    notes: [],
    wordsLeft: searchedWordsMax,
    operatorsLeft: operatorsMax,
  };
  for (const part of partsOf(search)) {
    if (part.operator === '') readWords(reading, part);
    else readOperator(reading, part);
  }
  const { words, phrases, excluded, authors, tags, before, after } = reading;
  const whole = withoutLastHalf(reading.whole);
  const notes = [...new Set(reading.notes)];
  return { words, whole, phrases, excluded, authors, tags, before, after, notes };
}

/** Whether a search has any criterion. */
export function isAsking(query: TextQuery): boolean {
  const { words, phrases, excluded, authors, tags, before, after } = query;
  const hasWords = words.length + phrases.length + excluded.length > 0;
  return (
    hasWords || authors.length + tags.length > 0 || before !== undefined || after !== undefined
  );
}
