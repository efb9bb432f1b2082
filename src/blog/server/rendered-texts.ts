import { renderMarkdown } from '../../platform/markdown/render-markdown.ts';
import type { BlogRow } from './blog-rows.ts';

/** Most characters of HTML kept; a very long blog takes a second to render, and is read again and again. */
const keptMax = 16_000_000;

/** Renders long descriptions, and remembers those that were read last. */
export function createRenderedTexts(): (row: BlogRow) => string {
  /** By blog and the save it shows, the longest unused first. */
  const kept = new Map<string, string>();
  let size = 0;

  function drop(key: string, html: string): void {
    kept.delete(key);
    size -= html.length;
  }

  return (row) => {
    const key = `${row.id} ${row.version} ${row.updated_at}`;
    const known = kept.get(key);
    const html = known ?? renderMarkdown(row.long_description);
    if (known !== undefined) drop(key, known);
    kept.set(key, html);
    size += html.length;
    for (const [oldest, text] of kept) {
      if (size <= keptMax) break;
      drop(oldest, text);
    }
    return html;
  };
}
