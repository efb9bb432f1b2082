import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serialize } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** Attributes that feed readers use; the others serve the styles and scripts of the site's pages. */
const keptAttributes: ReadonlySet<string> = new Set([
  'align',
  'alt',
  'checked',
  'dir',
  'disabled',
  'height',
  'href',
  'id',
  'src',
  'start',
  'title',
  'type',
  'width',
]);
const addresses: ReadonlySet<string> = new Set(['href', 'src']);

const classOf = ({ attrs }: Element) => attrs.find(({ name }) => name === 'class')?.value ?? '';

/** Elements without use in a feed: the collapsed table of contents, headings' links to themselves, picture sources. */
function isOmitted(element: Element): boolean {
  const name = classOf(element);
  if (element.tagName === 'a') return name === 'heading-link';
  return element.tagName === 'source' || name === 'text-contents' || name === 'code-language';
}

/** Elements that only carry layout are replaced by their children. */
function isUnwrapped({ tagName, attrs }: Element): boolean {
  return ['picture', 'span', 'div'].includes(tagName) && !attrs.some(({ name }) => name === 'dir');
}

function prepareChildren(parent: ParentNode, base: string): void {
  parent.childNodes = parent.childNodes.flatMap((child): ChildNode[] => {
    if (!defaultTreeAdapter.isElementNode(child)) return [child];
    if (isOmitted(child)) return [];
    prepareChildren(child, base);
    child.attrs = child.attrs
      .filter(({ name }) => keptAttributes.has(name))
      .map(({ name, value }) => ({
        name,
        value: addresses.has(name) ? (URL.parse(value, base)?.href ?? value) : value,
      }));
    return isUnwrapped(child) ? child.childNodes : [child];
  });
}

/**
 * A text's HTML for use outside the site: every address is made absolute, including fragment links within the text,
 * with `base`, the address of its page. The input is sanitized already, so its depth is bounded.
 */
export function feedHtml(html: string, base: string): string {
  const fragment = parseFragment(html);
  prepareChildren(fragment, base);
  return serialize(fragment);
}
