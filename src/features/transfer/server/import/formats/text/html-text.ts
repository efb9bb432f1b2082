import type { BlockContent, PhrasingContent, Root, RootContent } from 'mdast';
import { blocksOf } from '../../../../../../platform/markdown/from-html/html-blocks.ts';
import { asMarkdown, tidy } from '../../../../../../platform/markdown/from-html/html-line.ts';
import {
  type HtmlNode,
  parseHtml,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import {
  plainText,
  writeMarkdown,
} from '../../../../../../platform/markdown/from-html/rewrite-html.ts';
import { withoutComments } from '../../../../../../platform/markdown/plain-text.ts';
import { findAddresses } from '../../../../../../platform/text/find-addresses.ts';
import type { LimitedReaders } from '../audiences.ts';
import { findFootnotes, notesOf } from './footnotes.ts';
import { element, textNode, wordsIn } from './html-nodes.ts';
import { Marks } from './marks.ts';
import type { Markup } from './markup.ts';
import { shapeNodes } from './shape-html.ts';

export interface HtmlRead {
  readonly markdown: string;
  readonly notes: readonly string[];
  readonly facts?: Readonly<Record<string, readonly string[]>>;
  readonly readers?: LimitedReaders | undefined;
}

/** Fallback for HTML that is too broken or too deeply nested: its text. */
function wordsOnly(html: string): string {
  return withoutComments(html)
    .replace(/<[^<>]{0,2000}>/g, ' ')
    .replace(/[ \t]+/g, ' ');
}

/** Parses a fragment of a page, or plain text. Undefined if it is too broken. */
export function parsePage(html: string): readonly HtmlNode[] | undefined {
  return html.includes('<') ? parseHtml(html, 'page') : (parseHtml(`<p>${html}`, 'page') ?? []);
}

/**
 * Converts another system's HTML to Markdown: tables, code with its language, footnotes, captions, and embeds as an
 * address on a line of its own. `marks` holds pieces that are Markdown already; `arrange` changes the tree first.
 */
export function readHtml(
  html: string,
  { base, title, footnotes }: Pick<Markup, 'base' | 'title' | 'footnotes'>,
  marks: Marks = new Marks(),
  arrange: (nodes: readonly HtmlNode[]) => readonly HtmlNode[] = (nodes) => nodes,
): HtmlRead {
  const notes = new Set<string>();
  let parsed = parsePage(html);
  if (!parsed) {
    notes.add('Its HTML is broken: only its words were brought in.');
    parsed = [textNode(wordsOnly(html))];
  }
  const given = Object.entries(footnotes ?? {}).map(
    ([id, note]) => [id, parsePage(note) ?? [textNode(wordsOnly(note))]] as const,
  );
  const nodes = arrange(parsed);
  const found = findFootnotes(nodes, new Map(given), marks);
  const files = new Set<string>();
  const shaping = { base, footnotes: found, notes, files };
  const write = (inner: readonly HtmlNode[]) =>
    writeTree(blocksOf(shapeNodes(inner, shaping), plainText), title);
  const body = write(nodes);
  const ends = notesOf(found).map(({ label, nodes: inner }) => {
    const lines = write(inner).split('\n');
    return `[^${label}]: ${lines.map((line, index) => (index > 0 && line ? `    ${line}` : line)).join('\n')}`;
  });
  const markdown = marks.restore([body, ...ends].filter(Boolean).join('\n\n'));
  return { markdown, notes: [...notes], ...(files.size > 0 && { facts: { files: [...files] } }) };
}

function writeTree(blocks: readonly BlockContent[], title: string | undefined): string {
  const children = blocks.flatMap(tidyBlock);
  // A rule separates two parts, so none is kept at the beginning or the end.
  const isRule = (block: BlockContent) => block.type === 'thematicBreak';
  const first = children.findIndex((block) => !isRule(block));
  const end = children.findLastIndex((block) => !isRule(block)) + 1;
  const tree: Root = { type: 'root', children: first < 0 ? [] : children.slice(first, end) };
  return writeMarkdown(withoutTitle(tree, title)).trim();
}

/** Removes a heading that repeats the title: the site shows the title above the text. */
function withoutTitle(tree: Root, title: string | undefined): Root {
  const [first, ...rest] = tree.children;
  const isTitle = title && first?.type === 'heading' && sameWords(textOf(first.children), title);
  return isTitle ? { ...tree, children: rest } : tree;
}

export function sameWords(left: string, right: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return plain(left).localeCompare(plain(right), 'en', { sensitivity: 'base' }) === 0;
}

function textOf(line: readonly PhrasingContent[]): string {
  return line
    .map((node) => ('value' in node ? node.value : 'children' in node ? textOf(node.children) : ''))
    .join('');
}

function tidyBlock<Block extends RootContent>(block: Block): (Block | BlockContent)[] {
  if (block.type === 'paragraph') {
    return splitAtGaps(block.children).map((children) => ({ type: 'paragraph', children }));
  }
  if (block.type === 'blockquote' || block.type === 'listItem') {
    return [{ ...block, children: block.children.flatMap(tidyBlock) as BlockContent[] }];
  }
  if (block.type === 'list') {
    return [
      {
        ...block,
        children: block.children.flatMap((item) => tidyBlock(item) as typeof block.children),
      },
    ];
  }
  return [block];
}

/** Splits at two consecutive breaks, which pages without paragraphs use to separate them. */
function splitAtGaps(line: readonly PhrasingContent[]): PhrasingContent[][] {
  const isBlank = (node: PhrasingContent | undefined) =>
    node?.type === 'text' && node.value.trim() === '';
  const parts: PhrasingContent[][] = [[]];
  let breaks = 0;
  for (const node of line) {
    if (node.type === 'break') breaks += 1;
    else if (!isBlank(node)) breaks = 0;
    if (breaks > 1) {
      if (breaks === 2) parts.push([]);
    } else parts.at(-1)?.push(node);
  }
  return parts.map((part) => withBareAddresses(tidy(part))).filter((part) => part.length > 0);
}

/** A bare address is a link for readers: its characters aren't escaped. */
function withBareAddresses(line: readonly PhrasingContent[]): PhrasingContent[] {
  const [only, more] = line;
  if (
    only?.type === 'link' &&
    !more &&
    textOf(only.children).trim() === only.url &&
    isBare(only.url)
  ) {
    return [asMarkdown(only.url)];
  }
  return line.flatMap((node): PhrasingContent[] => {
    if (node.type !== 'text' || node.data?.isMarkdown || !node.value.includes('://')) return [node];
    return findAddresses(node.value).map(({ text, href }) =>
      href !== undefined && isBare(text) ? asMarkdown(text) : { type: 'text', value: text },
    );
  });
}

/** Whether Markdown links the address verbatim. */
function isBare(address: string): boolean {
  const [, host = ''] = /^https?:\/\/([a-z0-9][\w.-]*)/i.exec(address) ?? [];
  return (
    /\.[a-z]/i.test(host) && /^[\w./?=&%#@:~+,;!()-]*$/.test(address) && /[\w/=-]$/.test(address)
  );
}

/** The text of an HTML fragment in one line. */
export function wordsOfHtml(html: string): string {
  const nodes = parsePage(html);
  return nodes ? wordsIn(element('div', [...nodes])) : wordsOnly(html).trim();
}
