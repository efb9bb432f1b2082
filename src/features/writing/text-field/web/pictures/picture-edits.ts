import type { PictureSize } from '../../../../../platform/text/picture-size.ts';
import type { Edit, Selection } from '../markdown-commands.ts';

/** The texts and the size of a picture. */
export interface PictureWords {
  readonly alt: string;
  readonly caption: string;
  /** Display width, where it differs from the text's. */
  readonly size?: PictureSize | undefined;
}

/** Escapes characters that would end a description or title. */
const escaped = (words: string, marks: RegExp) =>
  words.replace(/\s+/g, ' ').trim().replace(marks, '\\$&');

export function pictureMarkdown(address: string, { alt, caption, size }: PictureWords): string {
  const title = escaped(caption, /["\\]/g);
  const sized = size ? `${address}#${size}` : address;
  return `![${escaped(alt, /[[\]\\]/g)}](${sized}${title && ` "${title}"`})`;
}

/** Placeholder for a picture that is being uploaded. `name` is the file's, without markup characters. */
export function placeholderFor(name: string, number: number): string {
  return `![Sending ${name.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 60)} (${number})…]()`;
}

/** Replaces the first occurrence of a segment; the selection stays with the words around it. */
function replaced(text: string, at: Selection, old: string, insert: string): Edit | undefined {
  const from = text.indexOf(old);
  if (from < 0) return undefined;
  const to = from + old.length;
  const move = (place: number) => {
    if (place <= from) return place;
    return place >= to ? place + insert.length - old.length : from + insert.length;
  };
  return { from, to, insert, select: { start: move(at.start), end: move(at.end) } };
}

/** Replaces the placeholder by the uploaded picture; undefined where the author deleted the placeholder. */
export function arrivalEdit(
  text: string,
  at: Selection,
  placeholder: string,
  address: string,
): Edit | undefined {
  return replaced(text, at, placeholder, pictureMarkdown(address, { alt: '', caption: '' }));
}

/** Removes a placeholder, with the blank lines inserted around it. */
export function withdrawalEdit(text: string, at: Selection, placeholder: string): Edit | undefined {
  const around = [`\n\n${placeholder}`, `${placeholder}\n\n`, placeholder];
  const old = around.find((segment) => text.includes(segment)) ?? placeholder;
  return replaced(text, at, old, '');
}

/** Replaces the description of a picture; undefined where the picture's Markdown was changed. */
export function describeEdit(
  text: string,
  at: Selection,
  address: string,
  words: { readonly was: PictureWords; readonly is: PictureWords },
): Edit | undefined {
  const old = pictureMarkdown(address, words.was);
  return replaced(text, at, old, pictureMarkdown(address, words.is));
}
