import type { Layout } from './layout-bounds.ts';
import { countWords } from './plain-text.ts';
import { renderMarkdown } from './render-markdown.ts';
import { findUndescribed } from './undescribed.ts';

/** Honest texts grow by less than 2; one of nothing but table cells of one letter by 6. */
const growthMax = 4;
/** Characters of HTML that any text may come to. */
const htmlAlways = 100_000;

/** Lays a text out, for however long it takes. Undefined where its HTML would be out of all proportion. */
export function layOut(markdown: string): Layout | undefined {
  const html = renderMarkdown(markdown);
  if (html.length > htmlAlways + markdown.length * growthMax) return undefined;
  return { html, wordCount: countWords(markdown), ...findUndescribed(markdown) };
}
