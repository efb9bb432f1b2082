import { isWebUrl } from '../../../../../platform/text/web-url.ts';
import { changeBetween } from '../../../common/change-between.ts';
import { linesAround } from '../habits/line-kinds.ts';
import type { Edit, Selection } from '../markdown-commands.ts';

const quotes = /^(?:> ?)+/;
/** Starts of blocks, in the form in which HTML is converted to Markdown. */
const blockMark = /^(?:#{1,6} |[->] |```|\d{1,9}\. )/;

/** Inserts a text unchanged, with the caret after it. */
export function pastePlain({ start, end }: Selection, insert: string): Edit {
  const caret = start + insert.length;
  return { from: start, to: end, insert, select: { start: caret, end: caret } };
}

/** An address pasted onto selected words makes them a link; undefined for a plain paste. */
export function pasteOntoWords(text: string, at: Selection, pasted: string): Edit | undefined {
  const words = text.slice(at.start, at.end);
  const address = pasted.trim();
  const isAddress = /^https?:\/\/[^\s<>()]+$/.test(address) && isWebUrl(address);
  if (!isAddress || words.trim() === '' || /[\n[\]]/.test(words) || isWebUrl(words.trim())) {
    return undefined;
  }
  return pastePlain(at, `[${words}](${address})`);
}

/** Inserts Markdown: blocks get blank lines around them, and the quote's marks inside a quote. */
export function pasteMarkdown(text: string, at: Selection, markdown: string): Edit {
  const isBlock = markdown.includes('\n') || blockMark.test(markdown);
  return isBlock ? pasteBlock(text, at, markdown) : pastePlain(at, markdown);
}

/** The same for a block, even of a single line. */
export function pasteBlock(text: string, at: Selection, markdown: string): Edit {
  const line = linesAround(text, { start: at.start, end: at.start });
  const quote = quotes.exec(text.slice(line.start, at.start))?.[0] ?? '';
  const gap = `\n${quote.trimEnd()}\n${quote}`;
  const before = text.slice(line.start + quote.length, at.start);
  const after = text.slice(at.end);
  const isFirst = before.trim() === '';
  const isApart = quote !== '' || text.slice(0, line.start).trim() === '';
  const isAfterBlank = isApart || text.slice(0, line.start).endsWith('\n\n');
  const opening = isFirst ? (isAfterBlank ? '' : '\n') : gap;
  const closing =
    after.trim() === '' || /^\n\s*\n/.test(after) ? '' : after[0] === '\n' ? '\n' : '\n\n';
  const inner = quote ? markdown.split('\n').join(`\n${quote}`) : markdown;
  const insert = opening + inner;
  const caret = at.start + insert.length;
  return { ...pastePlain(at, insert + closing), select: { start: caret, end: caret } };
}

/**
 * Maps a range of an earlier text to the current one, assuming one changed segment: text typed at the range follows it.
 */
export function placeNow(earlier: string, { start, end }: Selection, text: string): Selection {
  const { from, to } = changeBetween(earlier, text);
  if (end <= from) return { start, end };
  const grown = text.length - earlier.length;
  if (start >= to) return { start: start + grown, end: end + grown };
  const place = Math.min(start, from);
  return { start: place, end: place };
}
