/**
 * Places of Markdown that no HTML says, such as the mark of a footnote: while the text is HTML they are characters that
 * no text has, and what they stand for is put in last.
 */
const [start, end] = ['\uE000', '\uE001'];

/** Characters that mean nothing in a text, and those that stand for marks. */
const meaningless = /[\p{Cc}\uE000\uE001\uFEFF\uFFFE\uFFFF]/gu;

/** The text without them. */
export function withoutControls(text: string): string {
  return text.replace(meaningless, (sign) => (/[\t\n\r]/.test(sign) ? sign : ''));
}

/** Keeps pieces of Markdown until the HTML around them is Markdown too. */
export class Marks {
  readonly #kept: string[] = [];

  /** What to write in the HTML for `markdown`. */
  keep(markdown: string): string {
    this.#kept.push(markdown);
    return `${start}${this.#kept.length - 1}${end}`;
  }

  /** The text with what was kept in its places. */
  restore(text: string): string {
    return text.replace(
      /\uE000(\d{1,9})\uE001/g,
      (_, index: string) => this.#kept[Number(index)] ?? '',
    );
  }
}
