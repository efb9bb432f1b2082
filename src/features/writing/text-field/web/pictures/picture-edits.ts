import { type PictureSize, readPictureSize } from '../../../../../platform/text/picture-size.ts';
import { inlineAround } from '../links/link-edits.ts';
import type { Edit, Selection } from '../markdown-commands.ts';

/** The texts and the size of a picture. */
export interface PictureWords {
  readonly alt: string;
  readonly caption: string;
  /** Display width, where it differs from the text's. */
  readonly size?: PictureSize | undefined;
}

/** A picture in a text. */
export interface PicturePlace extends Selection {
  /** Its Markdown. */
  readonly source: string;
  readonly address: string;
  readonly words: PictureWords;
}

/** Escapes characters that would end a description or title, or format a part of it. */
const escaped = (words: string, marks: RegExp) =>
  words.replace(/\s+/g, ' ').trim().replace(marks, '\\$&');

/** Markdown's words without the backslashes of escaped characters. */
export const unescaped = (words: string) => words.replace(/\\([!-/:-@[-`{-~])/g, '$1');

/** The words of a title, which is in quotes or parentheses. */
export const titleWords = (title: string) => unescaped(title.trim().slice(1, -1));

export function pictureMarkdown(address: string, { alt, caption, size }: PictureWords): string {
  const title = escaped(caption, /["\\]/g);
  const sized = size ? `${address}#${size}` : address;
  const target = /[()]/.test(sized) ? `<${sized}>` : sized;
  return `![${escaped(alt, /[[\]\\*_`]/g)}](${target}${title && ` "${title}"`})`;
}

/**
 * Placeholder for a picture that is being uploaded. `name` is the file's, without markup characters; `key` is unlike that
 * of any other upload, since an older text may contain a placeholder for a file of the same name.
 */
export function placeholderFor(name: string, key: string): string {
  return `![Sending ${name.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 60)} (${key})…]()`;
}

/** Any placeholder, of an older version too. */
const placeholders = /!\[Sending [^[\]\n]{0,60} \([0-9a-z]{1,9}\)…\]\(\)/g;

interface Part {
  readonly from: number;
  readonly to: number;
}

/** The first occurrence of a placeholder, with the line breaks that its removal makes needless. */
function placeholderIn(text: string, placeholder: string): Part | undefined {
  const from = text.indexOf(placeholder);
  if (from < 0) return undefined;
  const to = from + placeholder.length;
  const before = /\n{0,2}$/.exec(text.slice(Math.max(0, from - 2), from))?.[0].length ?? 0;
  const after = /^\n{0,2}/.exec(text.slice(to, to + 2))?.[0].length ?? 0;
  const [isFirst, isLast] = [from === 0, to === text.length];
  const hasOwnLines = (isFirst || before > 0) && (isLast || after > 0);
  if (!hasOwnLines) return { from, to };
  // Its neighbours stay as far apart as the farther of them was from it.
  const isNearerAbove = !isFirst && (isLast || before <= after);
  return isNearerAbove ? { from: from - before, to } : { from, to: to + after };
}

/** A text as it is saved: without the placeholders of pictures that are being uploaded. */
export function withoutPlaceholders(text: string): string {
  let kept = text;
  for (const [placeholder] of text.matchAll(placeholders)) {
    const part = placeholderIn(kept, placeholder);
    if (part) kept = kept.slice(0, part.from) + kept.slice(part.to);
  }
  return kept;
}

/** Replaces a part of a text; the selection stays with the words around it. */
function replaced(at: Selection, { from, to }: Part, insert: string): Edit {
  const move = (place: number) => {
    if (place <= from) return place;
    return place >= to ? place + insert.length - (to - from) : from + insert.length;
  };
  return { from, to, insert, select: { start: move(at.start), end: move(at.end) } };
}

/** Replaces the first occurrence of a segment; undefined where there is none. */
function exchanged(text: string, at: Selection, old: string, insert: string): Edit | undefined {
  const from = text.indexOf(old);
  return from < 0 ? undefined : replaced(at, { from, to: from + old.length }, insert);
}

/** Replaces the placeholder by the uploaded picture; undefined where the author deleted the placeholder. */
export function arrivalEdit(
  text: string,
  at: Selection,
  placeholder: string,
  address: string,
): Edit | undefined {
  return exchanged(text, at, placeholder, pictureMarkdown(address, { alt: '', caption: '' }));
}

/** Removes a placeholder, with the blank lines inserted around it. */
export function withdrawalEdit(text: string, at: Selection, placeholder: string): Edit | undefined {
  const part = placeholderIn(text, placeholder);
  return part && replaced(at, part, '');
}

/** Replaces the description of a picture; undefined where the picture's Markdown was changed. */
export function describeEdit(
  text: string,
  at: Selection,
  address: string,
  words: { readonly was: PictureWords; readonly is: PictureWords },
): Edit | undefined {
  const old = pictureMarkdown(address, words.was);
  return exchanged(text, at, old, pictureMarkdown(address, words.is));
}

/** The picture around a selection; undefined for none, and for one that is being uploaded. */
export function pictureAround(text: string, selection: Selection): PicturePlace | undefined {
  const found = inlineAround(text, selection, 'picture');
  if (!found?.address) return undefined;
  const { start, end, words, title } = found;
  const { address, size } = readPictureSize(found.address);
  const caption = titleWords(title);
  const source = text.slice(start, end);
  return { start, end, source, address, words: { alt: unescaped(words), caption, size } };
}

/** Replaces a picture of a text that may have changed since; undefined where it is gone. The caret is after it. */
export function changeEdit(
  text: string,
  { start, source }: PicturePlace,
  markdown: string,
): Edit | undefined {
  const from = text.startsWith(source, start) ? start : text.indexOf(source);
  if (from < 0) return undefined;
  const caret = from + markdown.length;
  const select = { start: caret, end: caret };
  return { from, to: from + source.length, insert: markdown, select };
}
