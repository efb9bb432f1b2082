import type { PictureSize } from '../../../../../platform/text/picture-size.ts';
import type { Edit, Selection } from '../markdown-commands.ts';

/** What is said of a picture in a text. */
export interface PictureWords {
  /** What it shows, for those who can't see it. */
  readonly alt: string;
  /** What stands below it. */
  readonly caption: string;
  /** How wide it is shown, where not as its text. */
  readonly size?: PictureSize | undefined;
}

/** What would end a description or a title stands behind a backslash. */
const escaped = (words: string, marks: RegExp) =>
  words.replace(/\s+/g, ' ').trim().replace(marks, '\\$&');

/** A picture as it stands in a text. */
export function pictureMarkdown(address: string, { alt, caption, size }: PictureWords): string {
  const title = escaped(caption, /["\\]/g);
  const sized = size ? `${address}#${size}` : address;
  return `![${escaped(alt, /[[\]\\]/g)}](${sized}${title && ` "${title}"`})`;
}

/** What stands in a text while its picture is on its way. `name` is the file's, and nobody's mark-up. */
export function placeholderFor(name: string, number: number): string {
  return `![Sending ${name.replace(/[^\p{L}\p{N} ._-]/gu, '').slice(0, 60)} (${number})…]()`;
}

/** Puts something in the place of the first segment that is so; the selection stays with the words around it. */
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

/** The picture that has come, in the place that was kept for it; undefined where the writer took the place away. */
export function arrivalEdit(
  text: string,
  at: Selection,
  placeholder: string,
  address: string,
): Edit | undefined {
  return replaced(text, at, placeholder, pictureMarkdown(address, { alt: '', caption: '' }));
}

/** Takes the place away that was kept for a picture, with the blank lines that were put around it. */
export function withdrawalEdit(text: string, at: Selection, placeholder: string): Edit | undefined {
  const around = [`\n\n${placeholder}`, `${placeholder}\n\n`, placeholder];
  const old = around.find((segment) => text.includes(segment)) ?? placeholder;
  return replaced(text, at, old, '');
}

/** What is said of a picture now, in place of what was; undefined where it is no longer there as it was left. */
export function describeEdit(
  text: string,
  at: Selection,
  address: string,
  words: { readonly was: PictureWords; readonly is: PictureWords },
): Edit | undefined {
  const old = pictureMarkdown(address, words.was);
  return replaced(text, at, old, pictureMarkdown(address, words.is));
}
