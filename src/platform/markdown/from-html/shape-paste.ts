import { html as htmlNames } from 'parse5';
import { isElement } from './html-line.ts';
import type { HtmlElement, HtmlNode } from './parse-html.ts';

const noBreakSpace = '\u00a0';

/** A declaration of a `style` attribute; undefined where there is none. */
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

/** An element of a tree that no source wrote. */
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

/** The tags that mean what the element's letters look like: editors say it by styles, and undo a tag by one as well. */
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
  // A heading is bold as it is.
  if (isBold && !isHeading) inner = [element('strong', inner)];
  const isLink = tagName === 'a' && leadsSomewhere(node);
  return isLink ? { ...node, childNodes: inner } : element('span', inner);
}

function leadsSomewhere({ attrs }: HtmlElement): boolean {
  const address = attrs.find(({ name }) => name === 'href')?.value.trim() ?? '';
  return /^(?:https?:\/\/|mailto:)/i.test(address);
}

/** What a reader of the page saw, or could have followed. */
function isSeen(node: HtmlElement): boolean {
  if (styleOf(node, 'display') === 'none') return false;
  if (styleOf(node, 'mso-list') === 'ignore') return false;
  if (node.tagName !== 'img') return true;
  // A picture within the page, or from a file of the author's device, has no address that readers could load.
  return /^https?:\/\//i.test(node.attrs.find(({ name }) => name === 'src')?.value.trim() ?? '');
}

/** `mso-list: l0 level2 lfo1`: word processors write a list as paragraphs that say how deep they stand. */
function listLevel(node: HtmlNode): number | undefined {
  if (!isElement(node)) return undefined;
  const level = /\blevel(\d)\b/.exec(styleOf(node, 'mso-list') ?? '')?.[1];
  return level === undefined ? undefined : Number(level);
}

/** True where the mark that stands before the words is a number or a letter. */
function isNumbered(node: HtmlNode): boolean {
  if (!isElement(node)) return false;
  if (styleOf(node, 'mso-list') === 'ignore') return /^\s*\w{1,5}[.)]/.test(wordsOf(node));
  return node.childNodes.some(isNumbered);
}

function wordsOf(node: HtmlNode): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(wordsOf).join('') : '';
}

/** Paragraphs that are a list, as one; the rest as it stands. */
function withLists(nodes: readonly HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = [];
  /** The lists that are open, the outermost first. */
  let open: { readonly level: number; readonly list: HtmlElement }[] = [];
  for (const node of nodes) {
    const level = listLevel(node);
    if (level === undefined || !isElement(node)) {
      // Between two paragraphs there is a blank, which ends no list.
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

/** A blank that keeps two words together is one between a number and what it counts, and before marks as the French set them. */
function withoutFalseBlanks(text: string): string {
  return text.replaceAll(noBreakSpace, (_, at: number) => {
    const [before = '', after = ''] = [text[at - 1], text[at + 1]];
    return /[\d«]/.test(before) || /[:;!?»%€]/.test(after) ? noBreakSpace : ' ';
  });
}

/**
 * What was copied from a page or from a word processor as the HTML that it means: styles as tags, paragraphs with bullets
 * as lists, nothing that wasn't seen, no links that lead nowhere.
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
