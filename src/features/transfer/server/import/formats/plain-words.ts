import { shorten } from '../../../../../platform/text/shorten.ts';
import { wordsOfHtml } from './text/html-text.ts';
import { withoutControls } from './text/marks.ts';

/** Longer titles and names are truncated before they are parsed. */
const titleMax = 2_000;
/** Maximum length of a title made of a text's first words. */
const firstWordsMax = 60;

/** A title or name that is plain text already, in one line. */
export function plainLine(given: string): string {
  return withoutControls(given).slice(0, titleMax).replace(/\s+/g, ' ').trim();
}

/** Plain text in one line of a title or name with entities and tags. */
export function plainWords(given: string): string {
  const text = withoutControls(given).slice(0, titleMax);
  const words = /[<&]/.test(text) ? wordsOfHtml(text) : text;
  return words.replace(/\s+/g, ' ').trim();
}

/** A title or name that is plain text by its format, in one line: what looks like a tag or an entity is none. */
export function oneLine(given: string): string {
  return withoutControls(given).slice(0, titleMax).replace(/\s+/g, ' ').trim();
}

/** A title for a text that has none. */
export function titleFromText(plain: string): string {
  const [line = ''] = plain.trim().split('\n');
  return shorten(line, firstWordsMax);
}
