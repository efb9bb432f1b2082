import type { Layout } from './layout-bounds.ts';
import { countWords } from './plain-text.ts';
import { renderMarkdown } from './render-markdown.ts';
import { findUndescribed } from './undescribed.ts';

/** The HTML of real texts is less than twice as long; a table of single letters grows by a factor of 6. */
const growthMax = 4;
/** Characters of HTML that every text may have. */
const htmlAlways = 100_000;

/** Renders a text without a time limit. Undefined if its HTML is out of proportion. */
export function layOut(markdown: string): Layout | undefined {
  const html = renderMarkdown(markdown);
  if (html.length > htmlAlways + markdown.length * growthMax) return undefined;
  return { html, wordCount: countWords(markdown), ...findUndescribed(markdown) };
}
