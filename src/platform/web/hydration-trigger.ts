/** Events that show that the visitor is about to use the page. */
const interactions = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
];

/** Milliseconds to wait for the `load` event, for the first paint and for an idle period at most. */
const maxWaitMs = 3_000;

function interaction(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = new AbortController();
  const notice = () => {
    listening.abort();
    resolve();
  };
  for (const type of interactions) {
    const options = { capture: true, passive: true, signal: listening.signal };
    document.addEventListener(type, notice, options);
  }
  return promise;
}

function loaded(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (document.readyState === 'complete') resolve();
  window.addEventListener('load', () => resolve(), { once: true });
  setTimeout(resolve, maxWaitMs);
  return promise;
}

function painted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
  });
  observer.observe({ type: 'paint', buffered: true });
  // A background tab is never painted.
  setTimeout(resolve, maxWaitMs);
  return promise.finally(() => observer.disconnect());
}

function idle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Safari does not support it yet.
  if ('requestIdleCallback' in window) {
    requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
  } else setTimeout(resolve);
  return promise;
}

/** Resolves when the page is painted and the browser is idle, or at the first interaction. */
export function whenIdleOrInteraction(): Promise<void> {
  return Promise.race([interaction(), Promise.all([loaded(), painted()]).then(idle)]);
}
