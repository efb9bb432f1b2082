import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { boundGrowth } from './bound-growth.ts';
import { dialect } from './dialect.ts';

/** A text's HTML, title, summary and words are asked for one after the other: it is parsed once. */
let latest: { readonly markdown: string; readonly tree: WeakRef<Root> } | undefined;

/**
 * Markdown as its tree, which is shared and not to be changed; undefined for what is nested too deeply. Some texts take
 * the parser a time that grows with their square: call it in a thread that has a deadline.
 */
export function parseMarkdown(markdown: string): Root | undefined {
  const known = latest?.markdown === markdown ? latest.tree.deref() : undefined;
  if (known) return known;
  try {
    const tree = fromMarkdown(markdown, dialect);
    boundGrowth(tree);
    latest = { markdown, tree: new WeakRef(tree) };
    return tree;
  } catch {
    return undefined;
  }
}

/** What a reader sees of a node: no markup, no addresses; pictures by their description, blocks on lines of their own. */
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

/** How many words a reader of `markdown` reads, in any script: Chinese and Thai write no spaces between theirs. */
export function countWords(markdown: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(plainTextOf(markdown))) {
    if (isWordLike) count += 1;
  }
  return count;
}

/** HTML without its comments, an unfinished last one included. In one pass: a regular expression would start over at each `<!--`. */
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
