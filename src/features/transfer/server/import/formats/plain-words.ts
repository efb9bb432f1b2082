import { shorten } from '../../../../../platform/text/shorten.ts';
import { wordsOfHtml } from './text/html-text.ts';
import { withoutControls } from './text/marks.ts';

/** No title or name is this long; what is longer is cut before it is parsed. */
const titleMax = 2_000;
/** Letters of a title that is made of the text's first words. */
const firstWordsMax = 60;

/** A title or a name that may hold entities and tags, as words in one line. */
export function plainWords(given: string): string {
  const text = withoutControls(given).slice(0, titleMax);
  const words = /[<&]/.test(text) ? wordsOfHtml(text) : text;
  return words.replace(/\s+/g, ' ').trim();
}

/** A title for a text that has none. */
export function titleFromText(plain: string): string {
  const [line = ''] = plain.trim().split('\n');
  return shorten(line, firstWordsMax);
}
