import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmAutolinkLiteralFromMarkdown } from 'mdast-util-gfm-autolink-literal';
import { gfmFootnoteFromMarkdown } from 'mdast-util-gfm-footnote';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmAutolinkLiteral } from 'micromark-extension-gfm-autolink-literal';
import { gfmFootnote } from 'micromark-extension-gfm-footnote';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import { webUrlMax } from '../text/web-url.ts';

/**
 * The Markdown dialect of authors: CommonMark with GitHub's tables, task lists, strikethrough, footnotes and bare
 * links.
 */
export const markdownDialect = {
  extensions: [
    gfmAutolinkLiteral(),
    gfmFootnote(),
    gfmStrikethrough(),
    gfmTable(),
    gfmTaskListItem(),
  ],
  mdastExtensions: [
    gfmAutolinkLiteralFromMarkdown(),
    gfmFootnoteFromMarkdown(),
    gfmStrikethroughFromMarkdown(),
    gfmTableFromMarkdown(),
    gfmTaskListItemFromMarkdown(),
  ],
};

/** Maximum cells of a table: short rows are padded to the width of the first, so two lines can produce millions. */
const cellsMax = 50_000;
const titleMax = 1_000;
/** More than real texts need; later steps walk the tree recursively. */
const depthMax = 100;

/**
 * Keeps a small text from becoming a huge page: truncates content that is written once and copied for each reference.
 * Throws a `RangeError` for a tree that is too deep or a table that is too large.
 */
function boundGrowth(tree: Root): void {
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > depthMax) throw new RangeError('The text is nested too deeply.');
    if (node.type === 'definition') {
      if (node.url.length > webUrlMax) node.url = '';
      if (node.title && node.title.length > titleMax) node.title = null;
    }
    if (node.type === 'table' && node.children.length * (node.align?.length ?? 0) > cellsMax) {
      throw new RangeError('A table has too many cells.');
    }
    if ('children' in node) {
      for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
    }
  }
}

/** Cache of the last tree: HTML, title, summary and words of a text are computed one after the other. */
let latest: { readonly markdown: string; readonly tree: WeakRef<Root> } | undefined;

/**
 * Parses Markdown to a tree, which is shared and must not be changed; undefined if it is nested too deeply. The parser
 * takes quadratic time for some texts: call it in a thread with a deadline.
 */
export function parseMarkdown(markdown: string): Root | undefined {
  const known = latest?.markdown === markdown ? latest.tree.deref() : undefined;
  if (known) return known;
  try {
    const tree = fromMarkdown(markdown, markdownDialect);
    boundGrowth(tree);
    latest = { markdown, tree: new WeakRef(tree) };
    return tree;
  } catch {
    return undefined;
  }
}

/**
 * The visible text of a node: no markup, no addresses; pictures by their alternative text, blocks on separate lines.
 */
export function textOf(node: Nodes): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
    case 'code':
      return node.value;
    case 'html':
      return withoutComments(node.value).replace(/<[^<>]*>/g, ' ');
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'break':
      return '\n';
    default:
      return 'children' in node ? node.children.map(textOf).join(isInline(node) ? '' : '\n') : '';
  }
}

const inlineParents: ReadonlySet<Nodes['type']> = new Set([
  'paragraph',
  'heading',
  'emphasis',
  'strong',
  'delete',
  'link',
  'linkReference',
  'tableCell',
]);

function isInline(node: Nodes): boolean {
  return inlineParents.has(node.type);
}

/** Markdown with its markup stripped. */
export function plainTextOf(markdown: string): string {
  const tree = parseMarkdown(markdown);
  return (tree ? textOf(tree) : markdown).replace(/\n{2,}/g, '\n').trim();
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** The number of words of `markdown` in any script: Chinese and Thai have no spaces between words. */
export function countWords(markdown: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(plainTextOf(markdown))) {
    if (isWordLike) count += 1;
  }
  return count;
}

/**
 * Removes HTML comments, including an unterminated last one, in one pass: a regular expression would restart at each
 * `<!--`.
 */
export function withoutComments(html: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = html.indexOf('<!--', from);
    if (start < 0) return kept + html.slice(from);
    kept += html.slice(from, start);
    const end = html.indexOf('-->', start);
    if (end < 0) return kept;
    from = end + 3;
  }
}
