import type { Nodes, Text } from 'mdast';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { defaultHandlers, type Handle, type Options, toMarkdown } from 'mdast-util-to-markdown';
import { decodeString } from 'micromark-util-decode-string';
import { blocksOf } from './html-blocks.ts';
import { asMarkdown, lineOf, type TextRule, tidy } from './html-line.ts';
import { parseHtml } from './parse-html.ts';

/** Where HTML stands: as a block of its own, inside a line, or in a table's cell or a heading, where no line may end. */
export type Place = 'block' | 'line' | 'cell';

interface Surroundings {
  readonly place: Place;
  readonly isMdx: boolean;
  /** What a new line has to start with. */
  readonly prefix?: string;
}

/** Text of HTML means what it says: what Markdown would take for a mark is escaped. */
export const plainText: TextRule = {
  write: (text) => ({ type: 'text', value: text.replace(/[ \t\n\f\r]+/g, ' ') }),
  decode: (text) => text,
  isLine: false,
};
/** Text between the tags of MDX is Markdown; its indentation is not. */
const dedented: TextRule = {
  write: (text) => asMarkdown(text.replace(/\n[ \t]+/g, '\n')),
  decode: (text) => text,
  isLine: false,
};
/** Text between tags in a line is Markdown, and stays to the letter. */
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

/** A tree as Markdown, in the spelling of the house. */
export function writeMarkdown(tree: Nodes, handlers: Options['handlers'] = {}): string {
  return toMarkdown(tree, { ...options, handlers: { text: writeText, ...handlers } }).trimEnd();
}

/**
 * A piece of HTML as Markdown; in a line and in a cell its text is Markdown already. Undefined where there is no HTML
 * in it, and where it can't be read: then it is best left as it is.
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
