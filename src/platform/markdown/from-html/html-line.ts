import type { PhrasingContent, Text } from 'mdast';
import { isWebUrl } from '../../text/web-url.ts';
import { componentTag, frameTag, type HtmlElement, type HtmlNode } from './parse-html.ts';

/** The separator between two parts of a MathML element when it is written on one line. */
const joints: Readonly<Record<string, string>> = { msub: '_', msup: '^', mfrac: '/' };

/** A MathML formula as text: `x_i`, `2^n`, `a/b`; one line per table row. */
function formulaRows(math: HtmlElement): readonly string[] {
  return textOf(math, '')
    .split('\n')
    .map((row) => row.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
}

function textOf(node: HtmlNode, joint: string): string {
  if ('value' in node) return node.value.trim();
  if (!('tagName' in node)) return '';
  const parts = node.childNodes.filter(
    (child) => 'tagName' in child || ('value' in child && child.value.trim()),
  );
  const inner = parts
    .map((part, index) => textOf(part, index === 1 ? (joints[node.tagName] ?? '') : ''))
    .join('');
  if (joint && node.tagName === 'mrow') return `${joint}(${inner})`;
  const space = node.tagName === 'mo' || node.tagName === 'mspace' ? ' ' : '';
  return `${joint}${space}${inner}${space}${node.tagName === 'mtr' ? '\n' : ''}`;
}

declare module 'mdast' {
  interface TextData {
    /** True for text that is Markdown already and must not be escaped. */
    isMarkdown?: boolean;
  }
}

/** How text between tags is written. */
export interface TextRule {
  readonly write: (text: string) => Text;
  /** The text as readers see it, for code. */
  readonly decode: (text: string) => string;
  /** True if no block is allowed. */
  readonly isLine: boolean;
}

type Phrasing = readonly PhrasingContent[];
type Phrase = (element: HtmlElement, rule: TextRule) => Phrasing;

const blockTags =
  /^(?:p|div|section|article|header|footer|aside|main|nav|center|figure|figcaption|details|summary|table|caption|thead|tbody|tfoot|tr|t[dh]|[uod]l|li|d[td]|blockquote|address|h[1-6]|hr|pre)$/;

const phrases: Readonly<Record<string, Phrase>> = {
  a: link,
  img: picture,
  br: () => [{ type: 'break' }],
  b: marked('strong'),
  strong: marked('strong'),
  i: marked('emphasis'),
  em: marked('emphasis'),
  del: marked('delete'),
  s: marked('delete'),
  code: inlineCode,
  kbd: inlineCode,
  tt: inlineCode,
  sup: (element, rule) => [asMarkdown('^'), ...lineOf(element.childNodes, rule)],
  sub: (element, rule) => [asMarkdown('\\_'), ...lineOf(element.childNodes, rule)],
  math: formula,
  [frameTag]: embedded,
  embed: embedded,
  video: embedded,
  audio: embedded,
  script: () => [],
  title: () => [],
  button: () => [],
  select: () => [],
  style: () => [],
  template: () => [],
  svg: () => [],
};

/** The caption of a picture; the site's Markdown stores it as the picture's title. */
export const captionAttribute = 'data-caption';

/** Converts HTML to inline content, including the text of its blocks. */
export function lineOf(nodes: readonly HtmlNode[], rule: TextRule): PhrasingContent[] {
  return nodes.flatMap((node) => phraseOf(node, rule));
}

/** Trims whitespace and breaks at the ends of a line and beside its breaks. */
export function tidy(line: Phrasing): PhrasingContent[] {
  const { inner } = peel(line);
  return inner.map((node, index) => {
    if (!isWords(node)) return node;
    let { value } = node;
    if (inner[index - 1]?.type === 'break')
      value = value.replace(/^[ \t]*\n[\s>]*/, '').trimStart();
    if (inner[index + 1]?.type === 'break') value = value.trimEnd();
    return { ...node, value };
  });
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function isBlock({ tagName }: HtmlElement): boolean {
  return blockTags.test(tagName) || tagName === componentTag;
}

/** True for an inline element that Markdown can represent. */
export function isPhrase({ tagName }: HtmlElement): boolean {
  return tagName in phrases;
}

function isWords(node: PhrasingContent | undefined): node is Text {
  return node?.type === 'text';
}

/** Text that is Markdown already. */
export function asMarkdown(value: string): Text {
  return { type: 'text', value, data: { isMarkdown: true } };
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((given) => given.name === name)?.value.trim();
}

export function textIn(node: HtmlNode): string {
  if ('value' in node) return node.value;
  if (!isElement(node)) return '';
  return node.tagName === 'br' ? '\n' : node.childNodes.map(textIn).join('');
}

function phraseOf(node: HtmlNode, rule: TextRule): Phrasing {
  if ('value' in node) return [rule.write(node.value)];
  if (!isElement(node)) return [];
  const phrase = phrases[node.tagName];
  if (phrase) return phrase(node, rule);
  const inner = lineOf(node.childNodes, rule);
  return isBlock(node) && !rule.isLine ? [asMarkdown(' '), ...inner, asMarkdown(' ')] : inner;
}

/** Splits leading and trailing whitespace and breaks from a line: Markdown marks next to a space have no effect. */
function peel(line: Phrasing) {
  const isGap = (node: PhrasingContent) =>
    node.type === 'break' || (isWords(node) && node.value.trim() === '');
  const first = line.findIndex((node) => !isGap(node));
  const end = line.findLastIndex((node) => !isGap(node)) + 1;
  const inner = line.slice(first, end);
  const before = first < 0 ? [...line] : line.slice(0, first);
  const after = first < 0 ? [] : line.slice(end);
  const head = inner[0];
  if (isWords(head)) {
    const value = head.value.trimStart();
    before.push({ ...head, value: head.value.slice(0, head.value.length - value.length) });
    inner[0] = { ...head, value };
  }
  const tail = inner.at(-1);
  if (isWords(tail)) {
    const value = tail.value.trimEnd();
    after.unshift({ ...tail, value: tail.value.slice(value.length) });
    inner[inner.length - 1] = { ...tail, value };
  }
  return { before, inner, after };
}

function marked(type: 'strong' | 'emphasis' | 'delete'): Phrase {
  return (element, rule) => {
    const { before, inner, after } = peel(lineOf(element.childNodes, rule));
    return [...before, ...(inner.length > 0 ? [{ type, children: inner }] : []), ...after];
  };
}

function inlineCode(element: HtmlElement, rule: TextRule): Phrasing {
  const value = rule.decode(textIn(element)).replace(/\s+/g, ' ');
  return value.trim() ? [{ type: 'inlineCode', value }] : [];
}

function formula(element: HtmlElement, rule: TextRule): Phrasing {
  return formulaRows(element).flatMap((row, index) => {
    const code = { type: 'inlineCode', value: rule.decode(row) } as const;
    if (index === 0) return [code];
    return [rule.isLine ? asMarkdown(' ') : { type: 'break' }, code];
  });
}

function link(element: HtmlElement, rule: TextRule): Phrasing {
  const url = attribute(element, 'href');
  const { before, inner, after } = peel(lineOf(element.childNodes, rule));
  if (url !== undefined && inner.length > 0) {
    return [...before, { type: 'link', url, children: inner }, ...after];
  }
  // The element contains Markdown blocks, which no link can hold: keep its text and add its address as a link.
  const isOpen = url && !element.sourceCodeLocation?.endTag;
  return isOpen
    ? [{ type: 'link', url, children: [{ type: 'text', value: url }] }]
    : [...before, ...inner, ...after];
}

function picture(element: HtmlElement): Phrasing {
  const url = attribute(element, 'src');
  const alt = attribute(element, 'alt')?.replace(/\s+/g, ' ') ?? '';
  const title = attribute(element, captionAttribute);
  return url ? [{ type: 'image', url, alt, ...(title && { title }) }] : [];
}

/** Content of other sites is not embedded: an embed becomes a link to it. */
function embedded(element: HtmlElement, rule: TextRule): Phrasing {
  const words = [asMarkdown(' '), ...lineOf(element.childNodes, rule)];
  const sources = [element, ...element.childNodes.filter(isElement)];
  const given = sources.map((source) => attribute(source, 'src')).find(Boolean) ?? '';
  const url = given.startsWith('//') ? `https:${given}` : given;
  if (!/^https?:/i.test(url) || !isWebUrl(url)) return words;
  const video = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/.exec(url)?.[1];
  const [target, text] = video
    ? [`https://www.youtube.com/watch?v=${video}`, 'Watch the video on YouTube']
    : [url, `See it on ${new URL(url).hostname}`];
  return [{ type: 'link', url: target, children: [{ type: 'text', value: text }] }, ...words];
}
