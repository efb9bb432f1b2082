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

/** Text of a tree that no source wrote. */
export function textNode(value: string): HtmlNode {
  return { nodeName: '#text', value, parentNode: null, sourceCodeLocation: null };
}

/** True where one of an element's classes is `name`. */
export function hasClass(node: HtmlElement, name: string): boolean {
  return classesOf(node).includes(name);
}

/** An element's classes. */
export function classesOf(node: HtmlElement): readonly string[] {
  return attribute(node, 'class')?.split(/\s+/) ?? [];
}

/** The element with other attributes: a value of undefined takes one away. */
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

/** The elements below `node` that `isWanted` says yes to, in their order; it isn't asked about what is below one of them. */
export function elementsIn(
  node: HtmlElement,
  isWanted: (inner: HtmlElement) => boolean,
): readonly HtmlElement[] {
  return node.childNodes
    .filter(isElement)
    .flatMap((inner) => (isWanted(inner) ? [inner] : elementsIn(inner, isWanted)));
}

/** The words below `node` in one line. */
export function wordsIn(node: HtmlNode): string {
  return textIn(node).replace(/\s+/g, ' ').trim();
}

/** A paragraph that is nothing but an address: the site makes a card or a player of it. */
export function addressParagraph(address: string): HtmlElement {
  const link = element('a', [textNode(address)], [{ name: 'href', value: address }]);
  return element('p', [link]);
}

export { attribute, element, isElement };
