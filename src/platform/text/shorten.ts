const mark = /[\s.,;:!?–—-]/u;

/**
 * Removes trailing whitespace and punctuation. Scans from the end: a regular expression would try each mark in the
 * text.
 */
function withoutEndMarks(text: string): string {
  let end = text.length;
  while (mark.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Truncates a text to at most `max` code points, at a word boundary if possible, and appends an ellipsis. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const letters = [...line];
  if (letters.length <= max) return line;
  const head = letters.slice(0, max).join('');
  const space = head.lastIndexOf(' ');
  // If the last word is longer than half of the limit, cut inside it rather than drop most of the text.
  const kept = space > head.length / 2 ? head.slice(0, space) : letters.slice(0, max - 1).join('');
  return `${withoutEndMarks(kept)}…`;
}

/** Made at its first use: that takes milliseconds. */
let segmenter: Intl.Segmenter | undefined;

/**
 * The first `max` graphemes of a text followed by an ellipsis; a shorter text stays unchanged. Graphemes, so that no
 * emoji or accented letter is split.
 */
export function cutText(text: string, max: number): string {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count === max) return `${text.slice(0, index)}…`;
    count += 1;
  }
  return text;
}
