import type { Markup, ReadText } from './markup.ts';
import { readText } from './read-text.ts';

/** What became of one text; what went wrong with it, in words, where it couldn't be read. */
export type ReadOutcome = ReadText | { readonly problem: string };

/** Reads several texts: what is wrong with one stays with it. */
export function readTexts(markups: readonly Markup[]): readonly ReadOutcome[] {
  return markups.map((markup) => {
    try {
      return readText(markup);
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
  });
}
