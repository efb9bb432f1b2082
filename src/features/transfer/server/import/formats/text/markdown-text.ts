import { htmlToMarkdown } from '../../html-to-markdown.ts';
import type { HtmlRead } from './html-text.ts';
import type { Markup } from './markup.ts';

/** Markdown of another system. */
export function readMarkdown({ text }: Markup): HtmlRead {
  return { markdown: htmlToMarkdown(text.replace(/\r\n?/g, '\n'), { isMdx: false }).trim(), notes: [] };
}
