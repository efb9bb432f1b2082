import type { Nodes, Text } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { decodeString } from 'micromark-util-decode-string';
import { blocksOf } from './html-blocks.ts';
import { asMarkdown, lineOf, type TextRule, tidy } from './html-line.ts';
import { parseHtml } from './parse-html.ts';

/**
 * Where the HTML is: a block of its own, inside a line, or in a table cell or heading, which can't contain line breaks.
 */
export type Place = 'block' | 'line' | 'cell';

interface Surroundings {
  readonly place: Place;
  readonly isMdx: boolean;
  /** The prefix of a new line. */
  readonly prefix?: string;
}

/** For text in HTML: characters that Markdown would interpret are escaped. */
export const plainText: TextRule = {
  write: (text) => ({ type: 'text', value: text.replace(/[ \t\n\f\r]+/g, ' ') }),
  decode: (text) => text,
  isLine: false,
};
/** For MDX: text between tags is Markdown, without its indentation. */
const dedented: TextRule = {
  write: (text) => asMarkdown(text.replace(/\n[ \t]+/g, '\n')),
  decode: (text) => text,
  isLine: false,
};
/** For HTML in a line: text between tags is Markdown and stays unchanged. */
const verbatim: TextRule = {
  write: asMarkdown,
  decode: decodeString,
  isLine: true,
};

const writeText: Handle = (node: Text, parent, state, info) => {
  if (!node.data?.isMarkdown) return defaultHandlers.text(node, parent, state, info);
  const isOneLine = state.stack.includes('headingAtx') || state.stack.includes('tableCell');
  return isOneLine ? node.value.replace(/\n[ \t]*/g, ' ') : node.value;
};

const options: Options = {
  bullet: '-',
  rule: '-',
  listItemIndent: 'one',
  resourceLink: true,
  extensions: [gfmTableToMarkdown({ tablePipeAlign: false }), gfmStrikethroughToMarkdown()],
};

/** Serializes a tree to Markdown in the site's style. */
export function writeMarkdown(tree: Nodes, handlers: Options['handlers'] = {}): string {
  return toMarkdown(tree, { ...options, handlers: { text: writeText, ...handlers } }).trimEnd();
}

/**
 * Converts HTML to Markdown; in a line or cell its text is Markdown already. Undefined if it contains no HTML or can't
 * be parsed: then it is left unchanged.
 */
export function rewriteHtml(
  html: string,
  { place, isMdx, prefix = '' }: Surroundings,
): string | undefined {
  const nodes = parseHtml(html, isMdx ? 'mdx' : 'markdown');
  if (!nodes) return undefined;
  const handlers = place === 'line' ? { break: () => `\\\n${prefix}` } : {};
  return writeMarkdown(treeOf(nodes, place, isMdx), handlers);
}

function treeOf(nodes: Parameters<typeof lineOf>[0], place: Place, isMdx: boolean): Nodes {
  if (place === 'block') {
    return { type: 'root', children: [...blocksOf(nodes, isMdx ? dedented : plainText)] };
  }
  const children = tidy(lineOf(nodes, verbatim));
  return place === 'cell' ? { type: 'tableCell', children } : { type: 'paragraph', children };
}
