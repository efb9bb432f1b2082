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
