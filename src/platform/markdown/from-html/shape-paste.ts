import { html as htmlNames } from 'parse5';
import { isElement } from './html-line.ts';
import type { HtmlElement, HtmlNode } from './parse-html.ts';

const noBreakSpace = '\u00a0';

/** A property of a `style` attribute; undefined if absent. */
function styleOf({ attrs }: HtmlElement, property: string): string | undefined {
  const style = attrs.find(({ name }) => name === 'style')?.value ?? '';
  const declaration = style
    .split(';')
    .find((part) => part.slice(0, part.indexOf(':')).trim().toLowerCase() === property);
  return declaration
    ?.slice(declaration.indexOf(':') + 1)
    .trim()
    .toLowerCase();
}

/** A new element without a source location. */
export function element(tagName: string, childNodes: HtmlNode[], attrs: HtmlElement['attrs'] = []) {
  const made = {
    nodeName: tagName,
    tagName,
    attrs,
    namespaceURI: htmlNames.NS.HTML,
    childNodes,
    parentNode: null,
    sourceCodeLocation: null,
  };
  return made satisfies HtmlElement;
}

function isBoldStyle(weight: string | undefined): boolean | undefined {
  if (weight === undefined) return undefined;
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

const inlineTags = /^(?:span|font|a|b|strong|i|em|u)$/;
const boldTags = /^(?:b|strong)$/;
const italicTags = /^(?:i|em)$/;

/**
 * Wraps an element in the tags that its styles stand for: editors express bold and italics by styles, and also override
 * tags by them.
 */
function meant(node: HtmlElement, childNodes: HtmlNode[], isHeading: boolean): HtmlNode {
  const { tagName } = node;
  if (!inlineTags.test(tagName)) return { ...node, childNodes };
  const slant = styleOf(node, 'font-style');
  const isBold = isBoldStyle(styleOf(node, 'font-weight')) ?? boldTags.test(tagName);
  const isItalic = slant === undefined ? italicTags.test(tagName) : slant === 'italic';
  const lines = styleOf(node, 'text-decoration-line') ?? styleOf(node, 'text-decoration') ?? '';
  let inner = childNodes;
  if (lines.includes('line-through')) inner = [element('del', inner)];
  if (isItalic) inner = [element('em', inner)];
  // Headings are bold already.
  if (isBold && !isHeading) inner = [element('strong', inner)];
  const isLink = tagName === 'a' && leadsSomewhere(node);
  return isLink ? { ...node, childNodes: inner } : element('span', inner);
}

function leadsSomewhere({ attrs }: HtmlElement): boolean {
  const address = attrs.find(({ name }) => name === 'href')?.value.trim() ?? '';
  return /^(?:https?:\/\/|mailto:)/i.test(address);
}

/** Whether the element was visible to the reader of the page. */
function isSeen(node: HtmlElement): boolean {
  if (styleOf(node, 'display') === 'none') return false;
  if (styleOf(node, 'mso-list') === 'ignore') return false;
  if (node.tagName !== 'img') return true;
  // `data:` pictures and files on the author's device have no address that readers could load.
  return /^https?:\/\//i.test(node.attrs.find(({ name }) => name === 'src')?.value.trim() ?? '');
}

/** The level in `mso-list: l0 level2 lfo1`: word processors write lists as paragraphs with a level. */
function listLevel(node: HtmlNode): number | undefined {
  if (!isElement(node)) return undefined;
  const level = /\blevel(\d)\b/.exec(styleOf(node, 'mso-list') ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}

/** True if the list marker is a number or a letter. */
function isNumbered(node: HtmlNode): boolean {
  if (!isElement(node)) return false;
  if (styleOf(node, 'mso-list') === 'ignore') return /^\s*\w{1,5}[.)]/.test(wordsOf(node));
  return node.childNodes.some(isNumbered);
}

function wordsOf(node: HtmlNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(wordsOf).join('') : '';
}

/** Converts runs of list paragraphs to lists. */
function withLists(nodes: readonly HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = [];
  /** Open lists, the outermost first. */
  let open: { readonly level: number; readonly list: HtmlElement }[] = [];
  for (const node of nodes) {
    const level = listLevel(node);
    if (level === undefined || !isElement(node)) {
      // Whitespace between two paragraphs doesn't end a list.
      if (!('value' in node) || node.value.trim() !== '') open = [];
      result.push(node);
      continue;
    }
    open = open.filter((outer) => outer.level <= level);
    let deepest = open.at(-1);
    if (!deepest || deepest.level < level) {
      const list = element(isNumbered(node) ? 'ol' : 'ul', []);
      (deepest?.list.childNodes ?? result).push(list);
      deepest = { level, list };
      open.push(deepest);
    }
    deepest.list.childNodes.push(element('li', node.childNodes));
  }
  return result;
}

/** Keeps a no-break space only between a number and its unit, and beside French punctuation. */
function withoutFalseBlanks(text: string): string {
  return text.replaceAll(noBreakSpace, (_, at: number) => {
    const [before = '', after = ''] = [text[at - 1], text[at + 1]];
    return /[\d«]/.test(before) || /[:;!?»%€]/.test(after) ? noBreakSpace : ' ';
  });
}

/**
 * Normalizes HTML copied from a page or word processor: styles become tags, bulleted paragraphs lists; hidden elements
 * and links without a target are dropped.
 */
export function shapePaste(nodes: readonly HtmlNode[], isHeading = false): HtmlNode[] {
  const shaped: HtmlNode[] = [];
  for (const node of withLists(nodes)) {
    if ('value' in node) shaped.push({ ...node, value: withoutFalseBlanks(node.value) });
    else if (isElement(node) && isSeen(node)) {
      const isWithin = isHeading || /^h[1-6]$/.test(node.tagName);
      shaped.push(meant(node, shapePaste(node.childNodes, isWithin), isWithin));
    }
  }
  return shaped;
}
