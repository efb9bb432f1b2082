/** The first signs that somebody is about to use the page. */
const interest = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
];

/** Longest that a page waits for its pictures before it counts as loaded, and for a quiet moment then. Milliseconds. */
const patienceMs = 3_000;

function interested(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = new AbortController();
  const notice = () => {
    listening.abort();
    resolve();
  };
  for (const type of interest) {
    const options = { capture: true, passive: true, signal: listening.signal };
    document.addEventListener(type, notice, options);
  }
  return promise;
}

function loaded(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (document.readyState === 'complete') resolve();
  window.addEventListener('load', () => resolve(), { once: true });
  setTimeout(resolve, patienceMs);
  return promise;
}

function painted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  });
  observer.observe({ type: 'paint', buffered: true });
  // A tab in the background isn't painted.
  setTimeout(resolve, patienceMs);
  return promise.finally(() => observer.disconnect());
}

function idle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Safari has no such call yet.
  if ('requestIdleCallback' in window) {
    requestIdleCallback(() => resolve(), { timeout: patienceMs });
  } else setTimeout(resolve);
  return promise;
}

/** Resolves when the page is painted and the browser has nothing better to do, or as soon as somebody stirs. */
export function whenIdleOrInteraction(): Promise<void> {
  return Promise.race([interested(), Promise.all([loaded(), painted()]).then(idle)]);
}
