import type { BlockContent } from 'mdast';
import { blocksOf } from './html-blocks.ts';
import { parseHtml } from './parse-html.ts';
import { plainText, writeMarkdown } from './rewrite-html.ts';
import { shapePaste } from './shape-paste.ts';

const [begin, end] = ['<!--StartFragment-->', '<!--EndFragment-->'];

/** The copied fragment of a page on the clipboard. */
function copiedPart(html: string): string {
  const from = html.indexOf(begin);
  const to = html.lastIndexOf(end);
  return html.slice(from < 0 ? 0 : from + begin.length, to < 0 ? html.length : to);
}

/** True if Markdown adds nothing to the plain text: a part of a line, or a file of code. */
function isPlain(blocks: readonly BlockContent[]): boolean {
  const [block, more] = blocks;
  if (!block) return true;
  if (more) return false;
  if (block.type === 'code') return !block.lang;
  const isWords = block.type === 'paragraph';
  return isWords && block.children.every(({ type }) => type === 'text');
}

/** Code editors copy their lines as HTML that preserves whitespace. */
const keepsBlanks = /^\s*(?:<meta[^<>]{0,100}>\s*)?<[a-z]+\s[^<>]{0,1000}\bwhite-space: ?pre;/;

/**
 * Converts HTML from the clipboard (a page, a word processor, a spreadsheet) to Markdown; undefined if that adds
 * nothing to the plain text, or if it can't be parsed. Takes linear time; call it in a worker.
 */
export function pastedMarkdown(html: string): string | undefined {
  const part = copiedPart(html);
  const nodes = keepsBlanks.test(part) ? undefined : parseHtml(part, 'page');
  if (!nodes) return undefined;
  const blocks = blocksOf(shapePaste(nodes), plainText);
  return isPlain(blocks) ? undefined : writeMarkdown({ type: 'root', children: [...blocks] });
}
