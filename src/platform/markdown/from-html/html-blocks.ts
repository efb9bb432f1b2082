import type { BlockContent, Heading, ListItem, PhrasingContent } from 'mdast';
import { isBlock, isElement, isPhrase, lineOf, type TextRule, textIn, tidy } from './html-line.ts';
import type { HtmlElement, HtmlNode } from './parse-html.ts';

type Blocks = readonly BlockContent[];

/** A table with more cells is written as paragraphs, because short rows are padded to the width of the longest. */
const cellsMax = 10_000;

/** Converts HTML to Markdown blocks; elements without text are dropped. */
export function blocksOf(nodes: readonly HtmlNode[], rule: TextRule): Blocks {
  const blocks: BlockContent[] = [];
  let line: PhrasingContent[] = [];
  function endLine(): void {
    const children = tidy(line);
    if (children.length > 0) blocks.push({ type: 'paragraph', children });
    line = [];
  }
  function visit(node: HtmlNode): void {
    if (!isElement(node) || isPhrase(node)) {
      for (const part of lineOf([node], rule)) line.push(part);
    } else if (isBlock(node)) {
      endLine();
      for (const block of blockOf(node, rule)) add(block, node);
    } else node.childNodes.forEach(visit);
  }
  function add(block: BlockContent, { tagName }: HtmlElement): void {
    const last = blocks.at(-1);
    const isNextItem = tagName === 'li' && block.type === 'list' && last?.type === 'list';
    if (isNextItem) last.children.push(...block.children);
    else blocks.push(block);
  }
  nodes.forEach(visit);
  endLine();
  return blocks;
}

function blockOf(element: HtmlElement, rule: TextRule): Blocks {
  const { tagName, childNodes } = element;
  switch (tagName) {
    case 'hr':
      return [{ type: 'thematicBreak' }];
    case 'pre':
      return code(element);
    case 'ul':
    case 'ol':
      return list(element, childNodes, rule);
    case 'li':
      return list(element, [element], rule);
    case 'table':
      return table(element, rule);
    case 'blockquote':
      return filled({ type: 'blockquote', children: [...blocksOf(childNodes, rule)] });
    default:
      break;
  }
  if (!/^h[1-6]$/.test(tagName)) return blocksOf(childNodes, rule);
  const depth = Number(tagName[1]) as Heading['depth'];
  return filled({ type: 'heading', depth, children: tidy(lineOf(childNodes, rule)) });
}

function filled(block: BlockContent & { readonly children: readonly unknown[] }): Blocks {
  return block.children.length > 0 ? [block] : [];
}

function code(element: HtmlElement): Blocks {
  const value = textIn(element).replace(/^\n+/, '').trimEnd();
  const lang = [element, ...element.childNodes.filter(isElement)].map(languageOf).find(Boolean);
  return value ? [{ type: 'code', value, ...(lang && { lang }) }] : [];
}

/** The class `language-ts`, as most highlighters write it. */
function languageOf({ attrs }: HtmlElement): string | undefined {
  const names = attrs.find(({ name }) => name === 'class')?.value ?? '';
  const language = names.split(/\s+/).find((name) => /^lang(?:uage)?-[\w+#-]+$/.test(name));
  return language?.slice(language.indexOf('-') + 1);
}

function list({ tagName, attrs }: HtmlElement, nodes: readonly HtmlNode[], rule: TextRule): Blocks {
  const children: ListItem[] = [];
  for (const node of nodes) {
    const isItem = isElement(node) && node.tagName === 'li';
    const blocks = blocksOf(isItem ? node.childNodes : [node], rule);
    const last = children.at(-1);
    // Content between two items belongs to the item before it, like a nested list.
    if (last && !isItem) for (const block of blocks) last.children.push(block);
    else if (blocks.length > 0)
      children.push({ type: 'listItem', spread: false, children: [...blocks] });
  }
  const given = attrs.find(({ name }) => name === 'start')?.value ?? '';
  const start = /^\d{1,9}$/.test(given) ? Number(given) : 1;
  return filled({ type: 'list', ordered: tagName === 'ol', start, spread: false, children });
}

/** A Markdown table if each cell is one line, else the blocks of its cells in sequence. */
function table(element: HtmlElement, rule: TextRule): Blocks {
  const inner = element.childNodes.filter(isElement);
  const caption = blocksOf(
    inner.filter(({ tagName }) => tagName === 'caption'),
    rule,
  );
  const rows = inner
    .flatMap((part) => part.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'tr'))
    .map(({ childNodes }) => childNodes.filter(isElement).map((cell) => blocksOf([cell], rule)));
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const isLines = rows.every((cells) =>
    cells.every(([first, more]) => !more && (!first || first.type === 'paragraph')),
  );
  if (width < 2 || width * rows.length > cellsMax || !isLines) return [...caption, ...rows.flat(2)];
  const children = rows.map((cells) => ({
    type: 'tableRow' as const,
    children: cells.map(([line]) => ({
      type: 'tableCell' as const,
      children: line?.type === 'paragraph' ? line.children : [],
    })),
  }));
  return [...caption, { type: 'table', children }];
}
