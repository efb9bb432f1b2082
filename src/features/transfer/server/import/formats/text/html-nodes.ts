import {
  attribute,
  isElement,
  textIn,
} from '../../../../../../platform/markdown/from-html/html-line.ts';
import type {
  HtmlElement,
  HtmlNode,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { element } from '../../../../../../platform/markdown/from-html/shape-paste.ts';

/** A text node without a source position. */
export function textNode(value: string): HtmlNode {
  return { nodeName: '#text', value, parentNode: null, sourceCodeLocation: null };
}

export function hasClass(node: HtmlElement, name: string): boolean {
  return classesOf(node).includes(name);
}

export function classesOf(node: HtmlElement): readonly string[] {
  return attribute(node, 'class')?.split(/\s+/) ?? [];
}

/** The element with changed attributes: undefined removes one. */
export function withAttributes(
  node: HtmlElement,
  values: Readonly<Record<string, string | undefined>>,
): HtmlElement {
  const kept = node.attrs.filter(({ name }) => !(name in values));
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
  return { ...node, attrs: [...kept, ...set] };
}

/** The descendants that match `isWanted`, in order; descendants of a match aren't searched. */
export function elementsIn(
  node: HtmlElement,
  isWanted: (inner: HtmlElement) => boolean,
): readonly HtmlElement[] {
  return node.childNodes
    .filter(isElement)
    .flatMap((inner) => (isWanted(inner) ? [inner] : elementsIn(inner, isWanted)));
}

/** The text of a node in one line. */
export function wordsIn(node: HtmlNode): string {
  return textIn(node).replace(/\s+/g, ' ').trim();
}

/** A paragraph with nothing but an address: the site shows it as a card or a player. */
export function addressParagraph(address: string): HtmlElement {
  const link = element('a', [textNode(address)], [{ name: 'href', value: address }]);
  return element('p', [link]);
}

export { attribute, element };
