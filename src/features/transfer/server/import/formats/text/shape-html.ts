import {
  captionAttribute,
  isBlock,
  isElement,
} from '../../../../../../platform/markdown/from-html/html-line.ts';
import type {
  HtmlElement,
  HtmlNode,
} from '../../../../../../platform/markdown/from-html/parse-html.ts';
import { languageOf } from './code-language.ts';
import { pictureBehind } from './cover-block.ts';
import { embeddedIn } from './embeds.ts';
import { type Footnotes, footnoteNumber } from './footnotes.ts';
import { ghostCard, isGhostFile, recording } from './ghost-card-html.ts';
import {
  addressParagraph,
  attribute,
  classesOf,
  element,
  elementsIn,
  hasClass,
  textNode,
  withAttributes,
  wordsIn,
} from './html-nodes.ts';

/** Context of the conversion. */
export interface Shaping {
  readonly base: string | undefined;
  readonly footnotes: Footnotes;
  /** Notes for the report. */
  readonly notes: Set<string>;
  /** Addresses of files, other than pictures, that its system kept itself. */
  readonly files: Set<string>;
}

/** Classes of prompts and widgets that aren't part of the text. */
const asides =
  /^(?:sharedaddy|jp-relatedposts|subscription-widget-wrap|subscription-widget|subscribe-widget|kg-signup-card|kg-signup-card-wrapper|wp-block-search|wp-block-jetpack-subscriptions|wp-block-file__button|screen-reader-text|anchor-link|header-anchor|footnote-back|section-divider-hidden)$/;
const unseen = /^(?:noscript|style|template|form|select|textarea|link|meta|head|title|svg)$/;
const pictureFile = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i;
const askingLink = /\/(?:subscribe|comments)\?|\/(?:subscribe|comments|share)$|[?&]action=share\b/;
const asksByCampaign = (address: string) =>
  address.includes('utm_campaign=') &&
  address.slice(address.indexOf('utm_campaign=')).includes('subscribe');

/** Converts another system's HTML to the elements that a text of this site can have. */
export function shapeNodes(nodes: readonly HtmlNode[], shaping: Shaping): HtmlNode[] {
  return nodes.flatMap((node) => {
    if (isElement(node)) return shapeElement(node, shaping);
    return 'value' in node ? [node] : [];
  });
}

function shapeElement(node: HtmlElement, shaping: Shaping): HtmlNode[] {
  const { tagName } = node;
  const number = footnoteNumber(node, shaping.footnotes);
  if (number !== undefined) return [textNode(number)];
  if (isAside(node)) return [];
  const card = ghostCard(node, shaping.notes);
  if (card) return shapeNodes(card, shaping);
  const address = embeddedIn(node);
  if (address !== undefined) return [addressParagraph(address)];
  if (unseen.test(tagName)) {
    if (tagName === 'form') shaping.notes.add('A form was left out.');
    return [];
  }
  switch (tagName) {
    case 'script':
      return [];
    case 'figure':
      return shapeFigure(node, shaping);
    case 'img':
      return shapePicture(node, shaping);
    case 'pre':
      return [shapeCode(node, [])];
    case 'a':
      return shapeLink(node, shaping);
    case 'dt':
      return [element('p', [element('strong', shapeNodes(node.childNodes, shaping))])];
    case 'video':
    case 'audio':
      return shapeMedia(node, shaping);
    default:
      return shapeOther(node, shaping);
  }
}

function isAside(node: HtmlElement): boolean {
  const classes = classesOf(node);
  if (classes.some((name) => asides.test(name))) return true;
  if (!classes.includes('button-wrapper')) return false;
  const links = elementsIn(node, ({ tagName }) => tagName === 'a');
  return links.every((link) => {
    const address = attribute(link, 'href') ?? '';
    return askingLink.test(address) || asksByCampaign(address);
  });
}

function shapeOther(node: HtmlElement, shaping: Shaping): HtmlNode[] {
  const pres = node.tagName === 'div' ? node.childNodes.filter(isElement) : [];
  const language = languageOf(node, []);
  // Highlighters put the language on an element around the code.
  if (language && pres.length === 1) {
    const pre = elementsIn(node, ({ tagName }) => tagName === 'pre');
    if (pre.length === 1 && pre[0]) return [shapeCode(pre[0], [node])];
  }
  const behind = pictureBehind(node);
  const given = node.tagName === 'p' ? node.childNodes.map(besideText) : node.childNodes;
  const childNodes = shapeNodes([...behind, ...given], shaping);
  if (/^[ou]l$/.test(node.tagName) && isGallery(childNodes)) {
    return childNodes.map((item) => (isElement(item) ? element('div', item.childNodes) : item));
  }
  const holdsBlocks =
    node.tagName === 'p' && childNodes.some((inner) => isElement(inner) && isBlock(inner));
  return [{ ...node, tagName: holdsBlocks ? 'div' : node.tagName, childNodes }];
}

const isFloated = (node: HtmlElement) =>
  node.tagName === 'img' &&
  (['alignleft', 'alignright', 'aligncenter'].some((name) => hasClass(node, name)) ||
    /^(?:left|right)$/i.test(attribute(node, 'align') ?? '') ||
    /\bfloat\s*:\s*(?:left|right)/i.test(attribute(node, 'style') ?? ''));

/** A picture beside the text of a paragraph is a block of its own here, as its link is. */
function besideText(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  const isAlone = node.tagName === 'img' || (node.tagName === 'a' && wordsIn(node) === '');
  const holder = element('div', [node]);
  return isAlone && elementsIn(holder, isFloated).length > 0 ? holder : node;
}

/** Whether a list has nothing but pictures. */
function isGallery(items: readonly HtmlNode[]): boolean {
  const isPictures = (item: HtmlElement) =>
    wordsIn(item) === '' && elementsIn(item, ({ tagName }) => tagName === 'img').length > 0;
  return items.some(isElement) && items.filter(isElement).every(isPictures);
}

function absolute(address: string | undefined, { base }: Shaping): string | undefined {
  const given = address?.trim();
  if (!given || base === undefined || given.startsWith('#')) return given;
  return URL.parse(given, base)?.href ?? given;
}

const lazily = ['data-orig-file', 'data-src', 'data-lazy-src', 'data-original', 'data-image'];

function addressOfPicture(node: HtmlElement, shaping: Shaping): string | undefined {
  const src = attribute(node, 'src');
  const isPlaceholder = !src || src.startsWith('data:');
  const late = lazily.map((name) => attribute(node, name)).find(Boolean);
  return absolute(isPlaceholder ? late : src, shaping);
}

/** A picture's alternative text; empty if it is only a file name. */
function alternativeText(given: string): string {
  const words = given.replace(/\s+/g, ' ').trim();
  return pictureFile.test(words) && !words.includes(' ') ? '' : words;
}

function shapePicture(node: HtmlElement, shaping: Shaping): HtmlNode[] {
  const src = addressOfPicture(node, shaping);
  if (!src) return [];
  if (src.startsWith('data:')) {
    shaping.notes.add('A picture that stood within the text itself was left out.');
    return [];
  }
  // A smiley picture is replaced by its character.
  const isSmiley = ['wp-smiley', 'emoji'].some((name) => hasClass(node, name));
  const alt = alternativeText(attribute(node, 'alt') ?? '');
  return isSmiley
    ? [textNode(alt)]
    : [withAttributes(node, { src, alt, [captionAttribute]: undefined })];
}

/**
 * Converts a figure to its picture with the caption as title; for several pictures or other content, the caption
 * follows as text.
 */
function shapeFigure(node: HtmlElement, shaping: Shaping): HtmlNode[] {
  const isCaption = (inner: HtmlNode): inner is HtmlElement =>
    isElement(inner) && (inner.tagName === 'figcaption' || hasClass(inner, 'wp-caption-text'));
  const caption = node.childNodes.find(isCaption);
  const inner = node.childNodes.filter((child) => child !== caption);
  const shaped = shapeNodes(inner, shaping);
  if (!caption || !wordsIn(caption)) return [element('div', shaped)];
  const words = shapeNodes(caption.childNodes, shaping);
  const holder = element('div', shaped);
  const [picture, more] = elementsIn(holder, ({ tagName }) => tagName === 'img');
  const isPlain = elementsIn(element('div', words), ({ tagName }) => tagName === 'a').length === 0;
  if (picture && !more && isPlain && wordsIn(holder) === '') {
    return [
      replaced(holder, picture, withAttributes(picture, { [captionAttribute]: wordsIn(caption) })),
    ];
  }
  return [holder, element('p', [element('em', words)])];
}

function replaced(node: HtmlElement, from: HtmlElement, to: HtmlElement): HtmlElement {
  const childNodes = node.childNodes.map((child) => {
    if (child === from) return to;
    return isElement(child) ? replaced(child, from, to) : child;
  });
  return { ...node, childNodes };
}

function shapeCode(node: HtmlElement, around: readonly HtmlElement[]): HtmlElement {
  const language = languageOf(node, around);
  const attrs = language ? [{ name: 'class', value: `language-${language}` }] : [];
  const inner = node.childNodes.filter((child) => isElement(child) || wordsIn(child) !== '');
  const isOne =
    inner.length === 1 && inner[0] && isElement(inner[0]) && inner[0].tagName === 'code';
  // Whitespace between the two tags comes from the page's source.
  const childNodes = (isOne ? inner : node.childNodes).map(withoutClasses);
  return { ...node, attrs, childNodes: isOne ? childNodes.map(withoutFirstBlanks) : childNodes };
}

/** The characters of a page's source, without its tags. */
function sourceIn(node: HtmlNode): string {
  if ('value' in node) return node.value;
  return isElement(node) ? node.childNodes.map(sourceIn).join('') : '';
}

/** The code without an empty first line, and where `<br>` breaks its lines without the source's own indentation. */
function withoutFirstBlanks(code: HtmlNode): HtmlNode {
  if (!isElement(code)) return code;
  const [first, ...rest] = code.childNodes;
  if (!first || !('value' in first) || !first.value.includes('\n')) return code;
  const isByTags = !sourceIn(code).trim().includes('\n');
  const value = first.value.replace(isByTags ? /^\s*\n\s*/ : /^[ \t]*\r?\n/, '');
  return { ...code, childNodes: [{ ...first, value }, ...rest] };
}

function withoutClasses(node: HtmlNode): HtmlNode {
  if (!isElement(node)) return node;
  const isGap = node.tagName === 'button' || hasClass(node, 'lineno');
  return { ...node, attrs: [], childNodes: isGap ? [] : node.childNodes.map(withoutClasses) };
}

function shapeLink(node: HtmlElement, shaping: Shaping): HtmlNode[] {
  const childNodes = shapeNodes(node.childNodes, shaping);
  const href = absolute(attribute(node, 'href'), shaping);
  if (href && isGhostFile(href)) shaping.files.add(href);
  const isPicture =
    elementsIn(element('a', childNodes), ({ tagName }) => tagName === 'img').length > 0;
  // A link from a picture to its own larger version: the site has its own enlargement.
  const isItself = isPicture && pictureFile.test((href ?? '').split(/[?#]/)[0] ?? '');
  const isDead = !href || href.startsWith('#') || /^(?:javascript|data|vbscript|file):/i.test(href);
  if (isItself || isDead) return childNodes;
  const holdsBlocks = childNodes.some((inner) => isElement(inner) && isBlock(inner));
  if (!holdsBlocks) return [{ ...withAttributes(node, { href }), childNodes }];
  // A card that is a single link: its content is blocks, which a Markdown link can't contain.
  if (isPicture) return linkedPictures(childNodes, withAttributes(node, { href }));
  const words = wordsIn(node);
  return words
    ? [element('p', [{ ...withAttributes(node, { href }), childNodes: [textNode(words)] }])]
    : [];
}

function linkedPictures(nodes: readonly HtmlNode[], link: HtmlElement): HtmlNode[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node;
    if (node.tagName === 'img') return { ...link, childNodes: [node] };
    return { ...node, childNodes: linkedPictures(node.childNodes, link) };
  });
}

/** Replaces audio and video by the address of the file, on a line of its own. */
function shapeMedia(node: HtmlElement, shaping: Shaping): HtmlNode[] {
  const sources = [node, ...elementsIn(node, ({ tagName }) => tagName === 'source')];
  const address = absolute(
    sources.map((source) => attribute(source, 'src')).find(Boolean),
    shaping,
  );
  if (address && isGhostFile(address)) return shapeNodes(recording(address), shaping);
  if (!address || !/^https?:/.test(address)) {
    shaping.notes.add('A recording without an address on the web was left out.');
    return [];
  }
  return [addressParagraph(address)];
}
