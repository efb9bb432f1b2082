import { isElement } from '../../../../../../platform/markdown/from-html/html-line.ts';
import type {
  HtmlElement,
  HtmlNode,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import {
  attribute,
  classesOf,
  element,
  elementsIn,
  hasClass,
  wordsIn,
} from '../text/html-nodes.ts';
import { type HtmlRead, readHtml } from '../text/html-text.ts';
import type { Markup } from '../text/markup.ts';

function isField(node: HtmlElement, name: string): boolean {
  return attribute(node, 'data-field') === name;
}

/** The metadata in the page. */
function factsOf(page: HtmlElement): Readonly<Record<string, readonly string[]>> {
  const all = (isWanted: (node: HtmlElement) => boolean) => elementsIn(page, isWanted);
  const named = (name: string) => all((node) => hasClass(node, name));
  const links = all((node) => node.tagName === 'a');
  const featured = all((node) => attribute(node, 'data-is-featured') === 'true');
  return {
    title: named('p-name').map(wordsIn),
    subtitle: all((node) => isField(node, 'subtitle')).map(wordsIn),
    author: named('p-author').map(wordsIn),
    tags: named('p-tag').map(wordsIn),
    published: all((node) => node.tagName === 'time').map(
      (node) => attribute(node, 'datetime') ?? '',
    ),
    canonical: named('p-canonical').map((node) => attribute(node, 'href') ?? ''),
    // The text's own address is the link around its date; other links are to texts that it mentions.
    links: links
      .filter((node) => elementsIn(node, ({ tagName }) => tagName === 'time').length > 0)
      .map((node) => attribute(node, 'href') ?? ''),
    cover: featured.map((node) => attribute(node, 'src') ?? ''),
    coverAlt: featured.map((node) => attribute(node, 'alt') ?? ''),
  };
}

/** The text without its title, its subtitle and the rule before them. */
function bodyOf(page: HtmlElement): readonly HtmlNode[] {
  const [body] = elementsIn(page, (node) => isField(node, 'body'));
  return withoutHead(body?.childNodes ?? page.childNodes);
}

function withoutHead(nodes: readonly HtmlNode[]): HtmlNode[] {
  let isFirst = true;
  return nodes.flatMap((node): HtmlNode[] => {
    if (!isElement(node)) return [node];
    const classes = classesOf(node);
    if (classes.includes('graf--title') || classes.includes('graf--subtitle')) return [];
    if (classes.includes('section--first') || (isFirst && classes.includes('section'))) {
      isFirst = false;
      const inner = node.childNodes.filter(
        (one) => !isElement(one) || !hasClass(one, 'section-divider'),
      );
      return [{ ...node, childNodes: withoutHead(inner) }];
    }
    isFirst = false;
    return [{ ...node, childNodes: withoutHead(node.childNodes) }];
  });
}

/** A page of Medium's export: the text, and its metadata. */
export function readMediumPage(markup: Markup): HtmlRead {
  let facts: HtmlRead['facts'] = {};
  const read = readHtml(markup.text, markup, undefined, (nodes) => {
    const page = element('div', [...nodes]);
    facts = factsOf(page);
    return bodyOf(page);
  });
  return { ...read, facts };
}
