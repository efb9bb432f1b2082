import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parseFragment, serialize } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type ParentNode = DefaultTreeAdapterTypes.ParentNode;

/** What a reader makes use of: the rest is for the styles and the scripts of the site's own pages. */
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

/** What has no use elsewhere: the folded list of a text's parts, links from headings to themselves, other sizes of a picture. */
function isOmitted(element: Element): boolean {
  const name = classOf(element);
  if (element.tagName === 'a') return name === 'heading-link';
  return element.tagName === 'source' || name === 'text-contents' || name === 'code-language';
}

/** What is there for its own sake only, and leaves its children. */
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
 * The site's HTML of a text as it can stand elsewhere: every address is absolute, also those within the text, which
 * `base`, the address of its page, begins. Its input is sanitized already, and so its depth is bounded.
 */
export function feedHtml(html: string, base: string): string {
  const fragment = parseFragment(html);
  prepareChildren(fragment, base);
  return serialize(fragment);
}
