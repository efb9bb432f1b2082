import { isBlock, isElement } from '../../../../../../platform/markdown/from-html/html-line.ts';
import type {
  HtmlElement,
  HtmlNode,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { element, textNode } from '../text/html-nodes.ts';

/** Elements that can contain paragraphs; elsewhere a blank line is whitespace. */
const holders = /^(?:div|address|section|article|aside|blockquote|li|td|th|dd|center|figcaption)$/;
const kept =
  /^(?:pre|script|style|textarea|table|tbody|thead|tfoot|tr|ul|ol|dl|figure|video|audio|object|math|svg)$/;

/** Paragraphs for texts of WordPress's classic editor: a blank line begins a paragraph, a line end is a break. */
export function autoParagraphs(nodes: readonly HtmlNode[]): HtmlNode[] {
  const result: HtmlNode[] = [];
  let line: HtmlNode[] = [];
  function endParagraph(): void {
    const isEmpty = line.every((node) => 'value' in node && node.value.trim() === '');
    if (!isEmpty) result.push(element('p', withBreaks(line)));
    line = [];
  }
  for (const node of nodes) {
    if ('value' in node) {
      const [first = '', ...more] = node.value
        .replace(/\r\n?/g, '\n')
        .split(/\n[ \t]*(?:\n[ \t]*)+/);
      if (first) line.push(textNode(first));
      for (const part of more) {
        endParagraph();
        if (part) line.push(textNode(part));
      }
    } else if (isElement(node) && isBlock(node)) {
      endParagraph();
      result.push(within(node));
    } else line.push(node);
  }
  endParagraph();
  return result;
}

function within(node: HtmlElement): HtmlElement {
  const { tagName, childNodes } = node;
  if (tagName === 'p' || /^h[1-6]$/.test(tagName))
    return { ...node, childNodes: withBreaks(childNodes) };
  if (holders.test(tagName)) {
    const inner = autoParagraphs(childNodes);
    const [only, more] = inner;
    // A single line in an item or a cell isn't wrapped in a paragraph.
    const isLine =
      tagName !== 'blockquote' && !more && only && isElement(only) && only.tagName === 'p';
    return { ...node, childNodes: isLine ? only.childNodes : inner };
  }
  if (tagName === 'pre') return node;
  if (!kept.test(tagName)) return node;
  return {
    ...node,
    childNodes: childNodes.map((child) => (isElement(child) ? within(child) : child)),
  };
}

/** Converts line ends to breaks, except next to one. */
function withBreaks(line: readonly HtmlNode[]): HtmlNode[] {
  return line.flatMap((node, index): HtmlNode[] => {
    if (isElement(node)) {
      const isInline = !isBlock(node) && !/^(?:code|script|style|a)$/.test(node.tagName);
      return [isInline ? { ...node, childNodes: withBreaks(node.childNodes) } : node];
    }
    if (!('value' in node)) return [node];
    const parts = node.value.replace(/\r\n?/g, '\n').split('\n');
    return parts.flatMap((part, at): HtmlNode[] => {
      if (at === 0) return part ? [textNode(part)] : [];
      const before = at === 1 && parts[0]?.trim() === '' ? line[index - 1] : undefined;
      const after = at === parts.length - 1 && part.trim() === '' ? line[index + 1] : undefined;
      const isBeside = [before, after].some(
        (beside) => beside && isElement(beside) && isBreak(beside),
      );
      const isEnd =
        (at === 1 && index === 0 && parts[0]?.trim() === '') ||
        (at === parts.length - 1 && index === line.length - 1 && part.trim() === '');
      return [
        ...(isBeside || isEnd ? [textNode(' ')] : [element('br', [])]),
        ...(part ? [textNode(part)] : []),
      ];
    });
  });
}

function isBreak(node: HtmlElement): boolean {
  return node.tagName === 'br' || isBlock(node);
}
