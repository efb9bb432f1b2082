/**
 * Placeholders for Markdown without an HTML equivalent, such as footnote references: private-use characters stand for
 * it in the HTML, and are replaced in the final Markdown.
 */
const [start, end] = ['\uE000', '\uE001'];

/** Control and other characters without meaning in a text, and the placeholders. */
const meaningless = /[\p{Cc}\uE000\uE001\uFEFF\uFFFE\uFFFF]/gu;

/** Removes these characters. */
export function withoutControls(text: string): string {
  return text.replace(meaningless, (sign) => (/[\t\n\r]/.test(sign) ? sign : ''));
}

/** Stores pieces of Markdown until the surrounding HTML is converted. */
export class Marks {
  readonly #kept: string[] = [];

  /** Returns the placeholder for `markdown` in the HTML. */
  keep(markdown: string): string {
    this.#kept.push(markdown);
    return `${start}${this.#kept.length - 1}${end}`;
  }

  /** Replaces the placeholders by the stored pieces. */
  restore(text: string): string {
    return text.replace(
      /\uE000(\d{1,9})\uE001/g,
      (_, index: string) => this.#kept[Number(index)] ?? '',
    );
  }
}
