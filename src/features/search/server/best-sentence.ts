import type { SearchWord } from '../../../platform/text/search-words.ts';

/** A part of a text, and whether it is a match. */
export interface ExcerptPart {
  readonly text: string;
  readonly isMatch: boolean;
}

export interface Sentence {
  readonly parts: readonly ExcerptPart[];
  /** Fragment of a URL that leads to it: see `fragmentOf`. */
  readonly fragment: string;
  /** Score of the matches that are close together. */
  readonly worth: number;
}

/** The index of the searched word that a word of a text matches; undefined without a match. */
export type Finder = (key: string) => number | undefined;

/** Length in words of the window that should have as many matches as possible. */
const windowWords = 24;
/** Maximum length of a sentence in characters; a longer one is cut around the match. */
const sentenceMax = 240;
/** Characters kept before the match in a cut sentence. */
const before = 90;
/** Words at each end of a text fragment. */
const fragmentWords = 5;

interface Match {
  /** Index of the word in the text. */
  readonly place: number;
  readonly term: number;
  readonly line: number;
}

function matchesOf(text: string, words: readonly SearchWord[], find: Finder): readonly Match[] {
  const matches: Match[] = [];
  let line = 0;
  let lineEnd = text.indexOf('\n');
  for (const [place, { key, start }] of words.entries()) {
    const term = find(key);
    if (term === undefined) continue;
    while (lineEnd >= 0 && lineEnd < start) {
      line += 1;
      lineEnd = text.indexOf('\n', lineEnd + 1);
    }
    matches.push({ place, term, line });
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
      if (!to || to.line !== from.line || to.place - from.place > windowWords) break;
      if (seenIn[to.term] !== index) worth += 4;
      seenIn[to.term] = index;
      if (last && to.place === last.place + 1 && to.term === last.term + 1) worth += 2;
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

/** The bounds of the sentence around a match, at most `sentenceMax` on either side. */
function boundsOf(text: string, from: number, to: number): { start: number; end: number } {
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

/** Shortens a long sentence at word boundaries. */
function cut(
  words: readonly SearchWord[],
  { from, to }: { readonly from: Match; readonly to: Match },
  { start, end }: { readonly start: number; readonly end: number },
) {
  if (end - start <= sentenceMax) return { start, end, isCutBefore: false, isCutAfter: false };
  const matchStart = words[from.place]?.start ?? start;
  const least = Math.max(start, matchStart - before);
  let first = from.place;
  while ((words[first - 1]?.start ?? -1) >= least) first -= 1;
  const isCutBefore = least > start;
  const cutStart = isCutBefore ? (words[first]?.start ?? start) : start;
  const most = cutStart + sentenceMax;
  let last = to.place;
  while ((words[last + 1]?.end ?? Infinity) <= Math.min(most, end)) last += 1;
  const isCutAfter = end > most;
  const cutEnd = isCutAfter ? (words[last]?.end ?? end) : end;
  return { start: cutStart, end: Math.max(cutStart, cutEnd), isCutBefore, isCutAfter };
}

function partsOf(
  text: string,
  words: readonly SearchWord[],
  { start, end, isCutBefore, isCutAfter }: ReturnType<typeof cut>,
  find: Finder,
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
    if (word.start < start || word.end > end || find(word.key) === undefined) continue;
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

const encoded = (text: string) =>
  encodeURIComponent(text.replace(/\s+/gu, ' ').trim()).replaceAll('-', '%2D');

/**
 * A text fragment (https://wicg.github.io/scroll-to-text-fragment/), by which browsers scroll to a text and highlight
 * it: its first and last words. A `-` is syntax there, so it is encoded.
 */
function fragmentOf(
  text: string,
  words: readonly SearchWord[],
  start: number,
  end: number,
): string {
  const own = words.filter((word) => word.start >= start && word.end <= end);
  const first = own[0]?.start ?? start;
  const last = own.at(-1)?.end ?? end;
  if (own.length <= 2 * fragmentWords) return `:~:text=${encoded(text.slice(first, last))}`;
  const head = text.slice(first, own[fragmentWords - 1]?.end ?? last);
  const tail = text.slice(own.at(-fragmentWords)?.start ?? first, last);
  return `:~:text=${encoded(head)},${encoded(tail)}`;
}

/** The sentence of a text with the best matches; undefined without a match. */
export function bestSentence(
  text: string,
  words: readonly SearchWord[],
  find: Finder,
): Sentence | undefined {
  const window = bestWindow(matchesOf(text, words, find));
  if (!window) return undefined;
  const from = words[window.from.place]?.start ?? 0;
  const to = words[window.to.place]?.end ?? from;
  const shown = cut(words, window, boundsOf(text, from, to));
  return {
    parts: partsOf(text, words, shown, find),
    fragment: fragmentOf(text, words, shown.start, shown.end),
    worth: window.worth,
  };
}
