import type { BlockContent } from 'mdast';
import { blocksOf } from './html-blocks.ts';
import { parseHtml } from './parse-html.ts';
import { plainText, writeMarkdown } from './rewrite-html.ts';
import { shapePaste } from './shape-paste.ts';

const [begin, end] = ['<!--StartFragment-->', '<!--EndFragment-->'];

/** Of a page on the clipboard, the part that was copied. */
function copiedPart(html: string): string {
  const from = html.indexOf(begin);
  const to = html.lastIndexOf(end);
  return html.slice(from < 0 ? 0 : from + begin.length, to < 0 ? html.length : to);
}

/** True for what Markdown would say no better than its words alone do: a part of a line, or a file of code as it stands. */
function isPlain(blocks: readonly BlockContent[]): boolean {
  const [block, more] = blocks;
  if (!block) return true;
  if (more) return false;
  if (block.type === 'code') return !block.lang;
  const isWords = block.type === 'paragraph';
  return isWords && block.children.every(({ type }) => type === 'text');
}

/** Editors of code copy their lines as HTML that keeps every blank. */
const keepsBlanks = /^\s*(?:<meta[^<>]{0,100}>\s*)?<[a-z]+\s[^<>]{0,1000}\bwhite-space: ?pre;/;

/**
 * HTML from the clipboard (a page, a word processor, a spreadsheet) as Markdown; undefined where it says no more than
 * its plain text does, and where it can't be read. The time grows with the length; call it beside the page.
 */
export function pastedMarkdown(html: string): string | undefined {
  const part = copiedPart(html);
  const nodes = keepsBlanks.test(part) ? undefined : parseHtml(part, 'page');
  if (!nodes) return undefined;
  const blocks = blocksOf(shapePaste(nodes), plainText);
  return isPlain(blocks) ? undefined : writeMarkdown({ type: 'root', children: [...blocks] });
}
