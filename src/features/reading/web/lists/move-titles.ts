/** CSS pixels a second (specification, section 9). */
const speed = 50;

/**
 * Moves the titles of the ticker at `speed`, whatever their length; without a script they stand and can be scrolled.
 * After keyboard focus scrolled a title into view, the scroll position is reset. Returns the function that stops it.
 */
export function moveTitles(belt: HTMLElement): () => void {
  const titles = belt.firstElementChild;
  if (!titles) return () => {};
  const observer = new ResizeObserver(() => {
    const seconds = titles.getBoundingClientRect().width / speed;
    belt.style.setProperty('--ticker-duration', `${seconds}s`);
    belt.dataset.runs = '';
  });
  observer.observe(titles);
  const window = belt.parentElement;
  const scrollBack = () => {
    // While paused, titles stay where the visitor scrolled them to.
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) window?.scrollTo({ left: 0 });
  };
  window?.addEventListener('focusout', scrollBack);
  return () => {
    observer.disconnect();
    window?.removeEventListener('focusout', scrollBack);
  };
}
