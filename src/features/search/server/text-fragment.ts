/** A part of a text, in UTF-16 code units. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
}

/** Words at each end of a fragment. */
const wordsAtEnd = 5;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const isOfWord = (sign: string) => /[\p{L}\p{N}\p{M}]/u.test(sign);

/**
 * The words of a sentence as browsers see them: in scripts without blanks they go by a dictionary, and a fragment that
 * ends within a word leads nowhere. Words that the bounds may have cut are left out.
 */
function wordsOf(text: string, { start, end }: Bounds): readonly Bounds[] {
  const words: Bounds[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text.slice(start, end))) {
    if (isWordLike) words.push({ start: start + index, end: start + index + segment.length });
  }
  const isCut = (place: number) => isOfWord(text.charAt(place - 1)) && isOfWord(text.charAt(place));
  return words.slice(isCut(start) ? 1 : 0, isCut(end) ? -1 : undefined);
}

const encoded = (text: string) =>
  encodeURIComponent(text.replace(/\s+/gu, ' ').trim()).replaceAll('-', '%2D');

/**
 * A text fragment (https://wicg.github.io/scroll-to-text-fragment/), by which browsers scroll to a sentence and highlight
 * it: its first and last words, or all of it where an earlier sentence begins alike. A `-` is syntax there, so it is
 * encoded. `shown` is the part of the sentence that a visitor sees; empty if there is no word in it.
 */
export function fragmentOf(text: string, sentence: Bounds, shown: Bounds): string {
  const words = wordsOf(text, sentence).filter(
    ({ start, end }) => start >= shown.start && end <= shown.end,
  );
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last) return '';
  const whole = text.slice(first.start, last.end);
  const headEnd = words[wordsAtEnd - 1]?.end ?? last.end;
  const tailStart = words.at(-wordsAtEnd)?.start ?? first.start;
  const head = text.slice(first.start, headEnd);
  const place = text.toLowerCase().indexOf(head.toLowerCase());
  if (words.length <= 2 * wordsAtEnd || place < first.start) return `:~:text=${encoded(whole)}`;
  return `:~:text=${encoded(head)},${encoded(text.slice(tailStart, last.end))}`;
}
