import { type SearchWord, searchWordsOf } from '../../../platform/text/search-words.ts';
import { type Bounds, fragmentOf } from './text-fragment.ts';

/** A part of a text, and whether it is a match. */
export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

export interface Excerpt {
  readonly parts: readonly ExcerptPart[];
  /** Fragment of a URL that leads to it: see `fragmentOf`. */
  readonly fragment: string;
  /** The line that it is in: all of a heading. */
  readonly line: string;
}

export interface Sentence {
  /** Score of the matches that are close together. */
  readonly worth: number;
  /** Cuts it out and marks its matches. */
  readonly show: () => Excerpt;
}

/** Matches the words of texts against a search. */
export interface Finder {
  /** The index of the searched word that a word of a text matches; undefined without a match. */
  readonly find: (key: string) => number | undefined;
  /** Those words of a text that may match. */
  readonly wordsOf: (text: string) => readonly SearchWord[];
}

/** Length in words of the window that should have as many matches as possible. */
const windowWords = 24;
/** Maximum length of a sentence in characters; a longer one is cut around the match. */
const sentenceMax = 240;
/** Characters kept before the match in a cut sentence. */
const before = 90;

interface Match {
  readonly word: SearchWord;
  readonly term: number;
  readonly line: number;
}

function matchesOf(text: string, { find, wordsOf }: Finder): readonly Match[] {
  const matches: Match[] = [];
  let line = 0;
  let lineEnd = text.indexOf('\n');
  for (const word of wordsOf(text)) {
    const term = find(word.key);
    if (term === undefined) continue;
    while (lineEnd >= 0 && lineEnd < word.start) {
      line += 1;
      lineEnd = text.indexOf('\n', lineEnd + 1);
    }
    matches.push({ word, term, line });
  }
  return matches;
}

/** The window of one line whose matches score most: for different words, and for words in the order of the search. */
function bestWindow(matches: readonly Match[]) {
  let best: { readonly from: Match; readonly to: Match; readonly worth: number } | undefined;
  /** For each searched word the last window that counted it: saves resetting a set for each window. */
  const seenIn: number[] = [];
  for (const [index, from] of matches.entries()) {
    let worth = 0;
    let last: Match | undefined;
    for (let at = index; at < matches.length; at += 1) {
      const to = matches[at];
      if (!to || to.line !== from.line || to.word.place - from.word.place > windowWords) break;
      if (seenIn[to.term] !== index) worth += 4;
      seenIn[to.term] = index;
      if (last && to.word.place === last.word.place + 1 && to.term === last.term + 1) worth += 2;
      last = to;
      if (worth > (best?.worth ?? 0)) best = { from, to, worth };
    }
  }
  return best;
}

const ends = '.!?…。！？';
const isEnd = (text: string, place: number) =>
  ends.includes(text.charAt(place)) &&
  (text.charAt(place) > '\u2fff' || place + 1 >= text.length || /\s/u.test(text.charAt(place + 1)));

/** The bounds of the sentence around its matches, at most `sentenceMax` on either side. */
function boundsOf(text: string, { start: from, end: to }: Bounds): Bounds {
  let start = from;
  while (start > 0 && text.charAt(start - 1) !== '\n' && !isEnd(text, start - 1)) {
    start -= 1;
    if (from - start > sentenceMax) break;
  }
  let end = to;
  while (end < text.length && text.charAt(end) !== '\n' && !isEnd(text, end)) {
    end += 1;
    if (end - to > sentenceMax) break;
  }
  if (ends.includes(text.charAt(end)) && text.charAt(end) !== '') end += 1;
  while (start < from && /\s/u.test(text.charAt(start))) start += 1;
  return { start, end };
}

/** Shortens a long sentence around its matches, at the boundaries of its words. */
function cut(words: readonly SearchWord[], matched: Bounds, { start, end }: Bounds) {
  if (end - start <= sentenceMax) return { start, end, isCutBefore: false, isCutAfter: false };
  const least = Math.max(start, matched.start - before);
  const isCutBefore = least > start;
  const first = words.find((word) => word.start >= least);
  const cutStart = isCutBefore ? (first?.start ?? start) : start;
  const most = cutStart + sentenceMax;
  const isCutAfter = end > most;
  const last = words.findLast((word) => word.end <= most);
  const cutEnd = isCutAfter ? Math.max(matched.end, last?.end ?? 0) : end;
  return { start: cutStart, end: cutEnd, isCutBefore, isCutAfter };
}

/** `words` are those that are shown. */
function partsOf(
  text: string,
  words: readonly SearchWord[],
  { start, end, isCutBefore, isCutAfter }: ReturnType<typeof cut>,
  find: Finder['find'],
): readonly ExcerptPart[] {
  const parts: ExcerptPart[] = [];
  const add = (piece: string, isMatch: boolean) => {
    const last = parts.at(-1);
    if (piece === '') return;
    if (last?.isMatch === isMatch) parts[parts.length - 1] = { text: last.text + piece, isMatch };
    else parts.push({ text: piece, isMatch });
  };
  if (isCutBefore) add('…', false);
  let place = start;
  for (const word of words) {
    if (find(word.key) === undefined) continue;
    // Two-character words overlap.
    const from = Math.max(place, word.start);
    if (from >= word.end) continue;
    add(text.slice(place, from), false);
    add(text.slice(from, word.end), true);
    place = word.end;
  }
  add(text.slice(place, end), false);
  if (isCutAfter) add('…', false);
  return parts;
}

function show(text: string, matched: Bounds, find: Finder['find']): Excerpt {
  const sentence = boundsOf(text, matched);
  const words = searchWordsOf(text.slice(sentence.start, sentence.end), Infinity).map((word) => ({
    ...word,
    start: sentence.start + word.start,
    end: sentence.start + word.end,
  }));
  const shown = cut(words, matched, sentence);
  const own = words.filter(({ start, end }) => start >= shown.start && end <= shown.end);
  const parts = partsOf(text, own, shown, find);
  const lineStart = text.lastIndexOf('\n', matched.start) + 1;
  const lineEnd = text.indexOf('\n', matched.start);
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd).trim();
  return { parts, fragment: fragmentOf(text, sentence, shown), line };
}

/** The sentence of a text with the best matches; undefined without a match. */
export function bestSentence(text: string, finder: Finder): Sentence | undefined {
  const window = bestWindow(matchesOf(text, finder));
  if (!window) return undefined;
  const matched = { start: window.from.word.start, end: window.to.word.end };
  return { worth: window.worth, show: () => show(text, matched, finder.find) };
}
