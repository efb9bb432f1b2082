/** What stands in a text without being of it: its contents, what scripts put there, a note that is open. */
const apart = '.text-contents, .reading-offer, .footnote-in-place, [data-live]';
const holders = 'ul, ol, blockquote, section';

/** A paragraph of a text, or what stands in the place of one: a heading, a list's item, code, a table, a picture. */
export interface TextBlock {
  readonly element: HTMLElement;
  /** Of what it says: 32 bits, signed. */
  readonly hash: number;
  /** Characters of it. */
  readonly length: number;
}

/** FNV-1a, over UTF-16 code units. It is to tell texts of one blog from each other, nothing more. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

/** What an element says, and which pictures it shows. */
function contentOf(element: HTMLElement): string {
  const parts: string[] = [];
  const walker = document.createTreeWalker(
    element,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) =>
      node instanceof Element && node.matches(apart) && !node.querySelector('img')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) parts.push(node.data);
    if (node instanceof HTMLImageElement) parts.push(`${node.getAttribute('src')} ${node.alt}`);
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function elementsOf(holder: Element): readonly HTMLElement[] {
  return [...holder.children].flatMap((child): readonly HTMLElement[] => {
    if (!(child instanceof HTMLElement) || child.matches(apart)) return [];
    const isHolder = child.matches(holders) || (child.matches('li') && child.querySelector('p'));
    return isHolder ? elementsOf(child) : [child];
  });
}

/** The blocks of a text in their order. What says and shows nothing is none. */
export function blocksOf(text: HTMLElement): readonly TextBlock[] {
  return elementsOf(text).flatMap((element) => {
    const content = contentOf(element);
    return content === '' ? [] : { element, hash: hashOf(content), length: content.length };
  });
}
