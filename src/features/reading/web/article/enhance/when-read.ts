/**
 * Milliseconds between an article's first view and its counting as read: a quarter of the reading time of its letters.
 */
const leastMs = 5_000;
const mostMs = 60_000;
const msPerLetter = 10;

/** Calls `then` once the page is visible: a prefetched or background page may never be. */
export function onceSeen(signal: AbortSignal, then: () => void): void {
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', look);
    then();
  };
  document.addEventListener('visibilitychange', look, { signal });
  look();
}

/** Calls `then` once the end of a text was in view and the minimum reading time has passed. */
export function onceRead(text: HTMLElement, signal: AbortSignal, then: () => void): void {
  const needed = Math.min(mostMs, Math.max(leastMs, text.textContent.length * msPerLetter));
  let left = 2;
  const meet = () => {
    left -= 1;
    if (left === 0) then();
  };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    meet();
  });
  observer.observe(text.lastElementChild ?? text);
  const timer = setTimeout(meet, needed);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
}
