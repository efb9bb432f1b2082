/** Threshold in pixels for unintended movements. */
const least = 6;

/**
 * Stores the scroll direction on the header for the styles: on small windows it leaves on scrolling down and returns on
 * scrolling up. Returns a function that stops it. Without a script the header stays at the start of the page.
 */
export function followScroll(header: HTMLElement): () => void {
  let last = Math.max(0, scrollY);
  // A restored scroll position or an anchor isn't covered by the header.
  header.dataset.scrolled = last > 0 ? 'down' : 'top';
  const onScroll = () => {
    const now = Math.max(0, scrollY);
    if (Math.abs(now - last) < least && now > 0) return;
    header.dataset.scrolled = now === 0 ? 'top' : now > last ? 'down' : 'up';
    last = now;
  };
  // Each call has its own listeners, so that a cleanup doesn't stop a newer call.
  const listening = new AbortController();
  const { signal } = listening;
  window.addEventListener('scroll', onScroll, { passive: true, signal });
  document.addEventListener('focusin', (event) => bringIntoView(event), { signal });
  return () => listening.abort();
}

/**
 * Scrolls a row until the keyboard-focused element is fully visible: browsers stop where a part is. A pointer press
 * doesn't scroll, as it would release on another element.
 */
function bringIntoView({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('.one-line :focus-visible')) {
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
