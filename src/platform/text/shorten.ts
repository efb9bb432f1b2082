const mark = /[\s.,;:!?–—-]/u;

/** Without the blanks and marks at its end. From there backwards: an expression would try each mark in the text. */
function withoutEndMarks(text: string): string {
  let end = text.length;
  while (mark.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Cuts a text to at most `max` code points, at the end of a word where there is one, and marks the cut by an ellipsis. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const letters = [...line];
  if (letters.length <= max) return line;
  const head = letters.slice(0, max).join('');
  const space = head.lastIndexOf(' ');
  // A word longer than half the room is cut inside rather than leave almost nothing.
  const kept = space > head.length / 2 ? head.slice(0, space) : letters.slice(0, max - 1).join('');
  return `${withoutEndMarks(kept)}…`;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The first `max` characters of a text followed by an ellipsis; a text that fits stays as it is. A character is what
 * a reader takes for one, so that an emoji or an accented letter is never cut in two.
 */
export function cutText(text: string, max: number): string {
  let count = 0;
  for (const { index } of characters.segment(text)) {
    if (count === max) return `${text.slice(0, index)}…`;
    count += 1;
  }
  return text;
}
