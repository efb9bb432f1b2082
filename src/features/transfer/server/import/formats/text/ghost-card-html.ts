import { isElement } from '../../../../../../platform/markdown/from-html/html-line.ts';
import type {
  HtmlElement,
  HtmlNode,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import {
  addressParagraph,
  attribute,
  element,
  elementsIn,
  hasClass,
  textNode,
  wordsIn,
} from './html-nodes.ts';

/** The address of a file that Ghost itself kept, as a path of its site. */
const ownFile = /^\/content\/(?:files|media)\/./;

export function isGhostFile(address: string): boolean {
  return ownFile.test(address);
}

const find = (node: HtmlElement, name: string) =>
  elementsIn(node, (inner) => hasClass(inner, name)).at(0);

function wordsOf(node: HtmlElement, name: string): string {
  const found = find(node, name);
  return found ? wordsIn(found) : '';
}

function fileName(address: string): string {
  const last = address.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const paragraph = (words: string) => (words ? [element('p', [textNode(words)])] : []);

const link = (address: string, words: string) =>
  element('p', [element('a', [textNode(words)], [{ name: 'href', value: address }])]);

const addressIn = (node: HtmlElement, tag: string, name: string) =>
  elementsIn(node, ({ tagName }) => tagName === tag)
    .map((inner) => attribute(inner, name)?.trim())
    .find(Boolean) ?? '';

/** A recording: on the web by its address alone, as the site plays it; else as a link with words. */
export function recording(address: string, title = ''): HtmlElement[] {
  return isGhostFile(address)
    ? [link(address, title || fileName(address))]
    : [...paragraph(title), addressParagraph(address)];
}

function audio(card: HtmlElement): HtmlElement[] {
  const address = addressIn(card, 'audio', 'src');
  const title = wordsOf(card, 'kg-audio-title');
  const thumbnail = find(card, 'kg-audio-thumbnail');
  const src = thumbnail && attribute(thumbnail, 'src');
  const picture = src ? [element('img', [], [{ name: 'src', value: src }])] : [];
  return [...picture, ...(address ? recording(address, title) : paragraph(title))];
}

function file(card: HtmlElement): HtmlElement[] {
  const address = addressIn(card, 'a', 'href');
  const title = wordsOf(card, 'kg-file-card-title') || wordsOf(card, 'kg-file-card-filename');
  const words = title || fileName(address);
  const first = address && words ? [link(address, words)] : paragraph(words);
  return [...first, ...paragraph(wordsOf(card, 'kg-file-card-caption'))];
}

function bookmark(card: HtmlElement): HtmlElement[] {
  const address = addressIn(card, 'a', 'href');
  const title = wordsOf(card, 'kg-bookmark-title');
  const first = title ? [link(address, title)] : [addressParagraph(address)];
  return [
    ...(address ? first : paragraph(title)),
    ...paragraph(wordsOf(card, 'kg-bookmark-description')),
  ];
}

/** A rating by stars, which are drawings in Ghost. */
function stars(rating: HtmlElement): HtmlElement[] {
  const all = rating.childNodes.filter(isElement);
  const full = all.filter((star) => hasClass(star, 'kg-product-card-rating-active')).length;
  return full > 0 ? paragraph('★'.repeat(full) + '☆'.repeat(all.length - full)) : [];
}

const withCaption = (card: HtmlElement, inner: readonly HtmlNode[]) => [
  element('figure', [
    ...inner,
    ...card.childNodes.filter((child) => isElement(child) && child.tagName === 'figcaption'),
  ]),
];

/** A card of Ghost without the parts of its player, its icons and sizes; undefined for any other element. */
export function ghostCard(
  node: HtmlElement,
  notes: Pick<Set<string>, 'add'>,
): HtmlElement[] | undefined {
  const is = (name: string) => hasClass(node, name);
  if (is('kg-audio-card')) return audio(node);
  if (is('kg-file-card')) return file(node);
  if (is('kg-bookmark-card')) return withCaption(node, bookmark(node));
  if (is('kg-video-card')) {
    const address = addressIn(node, 'video', 'src') || addressIn(node, 'source', 'src');
    return withCaption(node, address ? recording(address) : []);
  }
  if (is('kg-product-card-rating')) return stars(node);
  if (is('kg-transistor-card')) {
    notes.add('A player of podcasts for members was left out.');
    return [];
  }
  return undefined;
}
