/** Pixels that a hand moves without meaning it. */
const least = 6;

/**
 * Notes on the header which way one scrolls, for the styles: on small windows it stays at the top, leaves as one reads
 * on, and comes back as one scrolls up. Returns how to stop. Without a script it stays where the page begins.
 */
export function followScroll(header: HTMLElement): () => void {
  let last = Math.max(0, scrollY);
  // What the browser scrolled to by itself isn't covered.
  header.dataset.scrolled = last > 0 ? 'down' : 'top';
  const onScroll = () => {
    const now = Math.max(0, scrollY);
    if (Math.abs(now - last) < least && now > 0) return;
    header.dataset.scrolled = now === 0 ? 'top' : now > last ? 'down' : 'up';
    last = now;
  };
  // Each call listens for itself: one that ends leaves the next one's.
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('scroll', onScroll, { passive: true, signal });
  document.addEventListener('focusin', (event) => bringIntoView(event), { signal });
  return () => listening.abort();
}

/**
 * Scrolls a row until what the keyboard has come to is seen as a whole: browsers leave it where a part of it is seen. A
 * press leaves everything where it is, or it would end on something else.
 */
function bringIntoView({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('.one-line :focus-visible')) {
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
