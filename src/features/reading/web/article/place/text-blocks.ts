/** Elements inside a text that aren't part of it: its contents, elements added by scripts, an open footnote. */
const apart = '.text-contents, .reading-offer, .footnote-in-place, [data-live]';
const holders = 'ul, ol, blockquote, section';

/** A paragraph of a text, or an equivalent: a heading, list item, code block, table or picture. */
export interface TextBlock {
  readonly element: HTMLElement;
  /** Signed 32-bit hash of its content. */
  readonly hash: number;
  /** Its length in characters. */
  readonly length: number;
}

/** FNV-1a over UTF-16 code units. It only distinguishes texts within one blog. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

/** The text of an element and the addresses of its pictures. */
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

/** The blocks of a text in order. Empty elements are skipped. */
export function blocksOf(text: HTMLElement): readonly TextBlock[] {
  return elementsOf(text).flatMap((element) => {
    const content = contentOf(element);
    return content === '' ? [] : { element, hash: hashOf(content), length: content.length };
  });
}
