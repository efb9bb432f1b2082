import type { Element, ElementContent, Root } from 'hast';
import { isForeignUrl, isPictureUrl, isWebUrl } from '../text/web-url.ts';
import { type ColourBudget, codeBlock, fullColourBudget } from './code/code-block.ts';
import { contentsOf, type Heading, headingsMax, linkedHeading } from './contents.ts';
import { framed, picture } from './figures.ts';
import { linkCard } from './link-cards.ts';
import { idPrefix } from './sanitize-schema.ts';

/** More than real texts need; later steps of the pipeline walk the tree recursively. */
const depthMax = 100;
/** Maximum characters of all addresses in a text: a long address can be referenced ten thousand times. */
const addressBudget = 1_000_000;
/** Maximum characters of a heading's id. */
const idMax = 80;

interface Shaping {
  addressesLeft: number;
  /** Levels by which headings move down; negative moves up. */
  readonly headingShift: number;
  readonly idsUsed: Map<string, number>;
  /** Headings with a link, in order. */
  readonly headings: Heading[];
  readonly colours: ColourBudget;
}

/**
 * Prepares the tree for a page: headings below the page's own, a table of contents, ids, links, pictures, scrollable
 * tables.
 */
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

/** The text of a heading without footnote numbers. */
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

/** A link that isn't allowed is replaced by its text. */
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

/** A picture that isn't allowed is replaced by its alternative text. */
function shapeImage(node: Element, shaping: Shaping): ElementContent[] {
  const src = String(node.properties.src ?? '');
  const alt = String(node.properties.alt ?? '');
  shaping.addressesLeft -= src.length + String(node.properties.title ?? '').length;
  if (shaping.addressesLeft < 0 || !isPictureUrl(src)) return [{ type: 'text', value: alt }];
  const loading = { loading: 'lazy', decoding: 'async', referrerPolicy: 'no-referrer' };
  const image = { ...node, properties: { ...node.properties, alt, ...loading } };
  const { shown, sources } = picture(image);
  // An address is written once and copied for each reference.
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

/** The disabled checkboxes of a task list need an accessible name. */
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
