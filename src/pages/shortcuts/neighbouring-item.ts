/** What marks the link of each item in a page's list; see `data-item` in the components. */
const itemLinks = 'main a[data-item]';

function isAbove(element: Element): boolean {
  return element.getBoundingClientRect().bottom < 0;
}

/**
 * The link of the list's next (1) or previous (-1) item, as seen from where the focus is; from nowhere in the list, the
 * item that is in sight first. Undefined where there is none.
 */
export function neighbouringItem(step: 1 | -1): HTMLElement | undefined {
  const links = [...document.querySelectorAll<HTMLElement>(itemLinks)];
  const focused = document.activeElement;
  const own = focused?.closest('main article, main li, main tr');
  const current = links.findIndex((link) => link === focused || own?.contains(link) === true);
  if (current >= 0) return links[current + step];
  return step === 1 ? links.find((link) => !isAbove(link)) : links.findLast(isAbove);
}
