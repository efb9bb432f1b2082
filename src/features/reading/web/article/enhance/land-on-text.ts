/** Prefix of a text fragment. */
const directive = '#:~:text=';

interface Place {
  readonly node: Text;
  readonly offset: number;
}

/** The text of an element with collapsed whitespace, and the DOM position of each character. */
function readText(element: HTMLElement): {
  readonly text: string;
  readonly places: readonly Place[];
} {
  const places: Place[] = [];
  let text = '';
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    for (let offset = 0; offset < node.data.length; offset += 1) {
      const sign = node.data.charAt(offset);
      const isBlank = sign.trim() === '';
      if (isBlank && text.endsWith(' ')) continue;
      text += isBlank ? ' ' : sign;
      places.push({ node, offset });
    }
  }
  return { text, places };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/**
 * Scrolls to the text named by a text fragment (https://wicg.github.io/scroll-to-text-fragment/) and selects it, for
 * browsers without support. If the text isn't found, the page stays at its beginning.
 */
export function landOnText(element: HTMLElement, hash: string): void {
  const [start = '', end] = hash.slice(directive.length).split(',').map(decoded);
  const { text, places } = readText(element);
  const from = start === '' ? -1 : text.indexOf(start);
  const lastFrom = end === undefined ? from : text.indexOf(end, from + start.length);
  const first = places[from];
  const last = places[lastFrom + (end ?? start).length - 1];
  if (from < 0 || lastFrom < 0 || !first || !last) return;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  first.node.parentElement?.scrollIntoView({ block: 'center' });
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
