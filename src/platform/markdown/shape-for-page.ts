import type { Element, ElementContent, Root } from 'hast';
import { isForeignUrl, isPictureUrl, isWebUrl } from '../text/web-url.ts';
import { type ColourBudget, codeBlock, fullColourBudget } from './code/code-block.ts';
import { contentsOf, type Heading, headingsMax, linkedHeading } from './contents.ts';
import { framed, picture } from './figures.ts';
import { linkCard } from './link-cards.ts';
import { idPrefix } from './sanitize-schema.ts';

/** Deeper than any honest text nests; what follows in the pipeline walks the tree by recursion. */
const depthMax = 100;
/** Characters of addresses in one text: one long address can be referred to ten thousand times. */
const addressBudget = 1_000_000;
/** Most characters of a heading's id. */
const idMax = 80;

interface Shaping {
  addressesLeft: number;
  /** How far down each heading moves; negative moves up. */
  readonly headingShift: number;
  readonly idsUsed: Map<string, number>;
  /** Those that have a link, in their order. */
  readonly headings: Heading[];
  readonly colours: ColourBudget;
}

/** Makes the tree fit for a page: headings below the page's own, a list of them, ids, links, pictures, tables that scroll. */
export function shapeForPage(tree: Root): void {
  const shaping: Shaping = {
    addressesLeft: addressBudget,
    headingShift: 2 - shallowestHeading(tree),
    idsUsed: new Map<string, number>(),
    headings: [],
    colours: fullColourBudget(),
  };
  shapeChildren(tree, shaping, 0);
  tree.children.unshift(...contentsOf(shaping.headings));
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

/** The words of a heading, without the numbers of its footnotes. */
function withoutMarks(heading: Element): string {
  const words = heading.children.filter(
    (child) => child.type !== 'element' || child.tagName !== 'sup',
  );
  return words.map(textOf).join('').trim();
}

function headingLevel(node: Element): number {
  return /^h[1-6]$/.test(node.tagName) ? Number(node.tagName[1]) : 0;
}

function shallowestHeading(tree: Root): number {
  let shallowest = 7;
  const waiting: (Root | Element)[] = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of node.children) {
      if (child.type !== 'element' || child.properties.dataFootnotes) continue;
      const level = headingLevel(child);
      if (level > 0) shallowest = Math.min(shallowest, level);
      else waiting.push(child);
    }
  }
  return shallowest;
}

function shapeChildren(parent: Root | Element, shaping: Shaping, depth: number): void {
  if (depth > depthMax) throw new RangeError('The text is nested too deeply.');
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'doctype') return [];
    if (child.type !== 'element') return [child];
    shapeChildren(child, shaping, depth + 1);
    return shapeElement(child, shaping, depth === 0);
  });
}

function shapeElement(node: Element, shaping: Shaping, isOuter: boolean): ElementContent[] {
  if (headingLevel(node) > 0) return [shapeHeading(node, shaping)];
  switch (node.tagName) {
    case 'a':
      return shapeLink(node, shaping);
    case 'img':
      return shapeImage(node, shaping);
    case 'p':
      return [(isOuter && linkCard(node)) || framed(node)];
    case 'table':
      return [scrollable(node)];
    case 'pre':
      return [codeBlock(node, shaping.colours)];
    case 'li':
      return [nameCheckbox(node)];
    default:
      return [node];
  }
}

function shapeHeading(node: Element, shaping: Shaping): Element {
  if (node.properties.id === 'footnote-label') {
    return { ...node, properties: { ...node.properties, id: `${idPrefix}footnotes` } };
  }
  const level = Math.min(6, Math.max(2, headingLevel(node) + shaping.headingShift));
  const slug = slugOf(textOf(node));
  const times = shaping.idsUsed.get(slug) ?? 0;
  shaping.idsUsed.set(slug, times + 1);
  const id = `${idPrefix}${slug}${times > 0 ? `-${times}` : ''}`;
  const heading = { ...node, tagName: `h${level}`, properties: { id } };
  if (shaping.headings.length >= headingsMax) return heading;
  shaping.headings.push({ id, level, text: withoutMarks(node) });
  return linkedHeading(heading, id);
}

function slugOf(heading: string): string {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  return [...slug].slice(0, idMax).join('') || 'section';
}

/** A link that may not be followed keeps its words. */
function shapeLink(node: Element, shaping: Shaping): ElementContent[] {
  const href = String(node.properties.href ?? '');
  shaping.addressesLeft -= href.length + String(node.properties.title ?? '').length;
  if (shaping.addressesLeft < 0) return node.children;
  if (href.startsWith('#')) {
    const fragment = href.slice(1);
    const target = fragment.startsWith(idPrefix)
      ? fragment
      : `${idPrefix}${fragment.toLowerCase()}`;
    return [{ ...node, properties: { ...node.properties, href: `#${target}` } }];
  }
  if (!isWebUrl(href)) return node.children;
  const rel = isForeignUrl(href) ? { rel: ['ugc', 'nofollow', 'noopener'] } : {};
  return [{ ...node, properties: { ...node.properties, ...rel } }];
}

/** A picture that may not be loaded leaves its description. */
function shapeImage(node: Element, shaping: Shaping): ElementContent[] {
  const src = String(node.properties.src ?? '');
  const alt = String(node.properties.alt ?? '');
  shaping.addressesLeft -= src.length + String(node.properties.title ?? '').length;
  if (shaping.addressesLeft < 0 || !isPictureUrl(src)) return [{ type: 'text', value: alt }];
  const loading = { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' };
  const image = { ...node, properties: { ...node.properties, alt, ...loading } };
  const { shown, sources } = picture(image);
  // Written once, it is copied for each reference.
  shaping.addressesLeft -= sources.length;
  return [shaping.addressesLeft < 0 ? image : shown];
}

function scrollable(table: Element): Element {
  return {
    type: 'element',
    tagName: 'div',
    properties: { className: ['table-scroll'], role: 'region', tabIndex: 0, ariaLabel: 'Table' },
    children: [table],
  };
}

/** A task list shows what is done and can't be ticked; its boxes need a name all the same. */
function nameCheckbox(item: Element): Element {
  const children = item.children.map((child) => {
    if (child.type !== 'element') return child;
    if (child.tagName === 'p') return nameCheckbox(child);
    if (child.tagName !== 'input') return child;
    const ariaLabel = child.properties.checked ? 'Done' : 'Not done';
    return { ...child, properties: { ...child.properties, ariaLabel } };
  });
  return { ...item, children };
}
