import { isForBrowser } from './event-replay.ts';

/** Events that indicate an imminent interaction. */
const interactions = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'scroll',
  'keydown',
  'focusin',
];

/** Maximum wait in milliseconds for the `load` event, the first paint, and an idle period. */
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

/** Resolves when the browser is idle, at the latest after the maximum wait. */
export function whenIdle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Safari doesn't support it.
  if ('requestIdleCallback' in window) {
    requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
  } else setTimeout(resolve);
  return promise;
}

/** Resolves when what has changed so far is painted, at the latest after the maximum wait. */
export function whenShown(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // The frame is painted after its callbacks, before the next task.
  requestAnimationFrame(() => setTimeout(resolve));
  // A background tab is never painted.
  setTimeout(resolve, maxWaitMs);
  return promise;
}

/** Resolves when the page is painted and the browser is idle, or at the first interaction. */
export function whenIdleOrInteraction(): Promise<void> {
  return Promise.race([interaction(), Promise.all([loaded(), painted()]).then(whenIdle)]);
}

/** Controls that need a script that isn't loaded yet; links, menus and searches work without. */
const controls = 'button:not([data-live]), input, select, textarea, [role=button]';

const isControl = ({ target }: Event) =>
  target instanceof Element && target.closest(controls) !== null;

/** True for a moving mouse; browsers also fire `pointermove` when content moves under a resting one. */
function isMouseMove(event: Event): boolean {
  const { pointerType, movementX, movementY } = event as PointerEvent;
  return pointerType === 'mouse' && (movementX !== 0 || movementY !== 0);
}

/** Events that hydrate a reader's page. Scrolling, following a link and touching the text don't. */
const uses: Readonly<Record<string, (event: Event) => boolean>> = {
  pointermove: isMouseMove,
  pointerdown: isControl,
  click: isControl,
  focusin: isControl,
  keydown: (event) => event instanceof KeyboardEvent && !isForBrowser(event),
  input: () => true,
  // Shows the replacement for a picture that failed to load.
  error: ({ target }) => target instanceof HTMLImageElement,
};

/** Whether this device stores data that the page may have to show, such as an unsent text. */
function remembersMore(than: readonly string[]): boolean {
  try {
    return [localStorage, sessionStorage].some((storage) =>
      Object.keys(storage).some((key) => !than.includes(key)),
    );
  } catch {
    return false;
  }
}

const isBroken = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0;

/**
 * Resolves when a page needs hydration: at an event of `uses`; when an element that only a browser can render scrolls
 * into view (`data-in-sight`); and at once if the address or the device's storage contains state that the server didn't
 * know, or on return to a page that was hydrated. `shownAnyway` are the storage keys that need no hydration.
 */
export function whenUsed(shownAnyway: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = new AbortController();
  const { signal } = listening;
  for (const [type, isUse] of Object.entries(uses)) {
    const notice = (event: Event) => isUse(event) && resolve();
    // On the window, which receives events before the document, where clicks are captured.
    window.addEventListener(type, notice, { capture: true, passive: true, signal });
  }
  window.addEventListener('hashchange', () => resolve(), { signal });
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) resolve();
  });
  for (const element of document.querySelectorAll('[data-in-sight]')) observer.observe(element);
  const { location, history } = window;
  if (
    location.hash ||
    history.state ||
    remembersMore(shownAnyway) ||
    [...document.images].some(isBroken)
  ) {
    resolve();
  }
  return promise.finally(() => {
    listening.abort();
    observer.disconnect();
  });
}
