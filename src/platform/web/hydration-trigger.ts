import { isForBrowser } from './event-replay.ts';

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

/** Resolves when the browser has nothing to do, or soon. */
export function whenIdle(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Safari does not support it yet.
  if ('requestIdleCallback' in window) {
    requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
  } else setTimeout(resolve);
  return promise;
}

/** Resolves when the page is painted and the browser is idle, or at the first interaction. */
export function whenIdleOrInteraction(): Promise<void> {
  return Promise.race([interaction(), Promise.all([loaded(), painted()]).then(whenIdle)]);
}

/** What works by a script alone, and hasn't one yet; links, menus and searches don't need one. */
const controls = 'button:not([data-live]), input, select, textarea, [role=button]';

const isControl = ({ target }: Event) =>
  target instanceof Element && target.closest(controls) !== null;

/** A mouse that moves; browsers say the same of one that rests while something moves below it. */
function isMouseMove(event: Event): boolean {
  const { pointerType, movementX, movementY } = event as PointerEvent;
  return pointerType === 'mouse' && (movementX !== 0 || movementY !== 0);
}

/** Events by which a page of a reader is hydrated. Scrolling, following a link and touching the text are none. */
const uses: Readonly<Record<string, (event: Event) => boolean>> = {
  pointermove: isMouseMove,
  pointerdown: isControl,
  click: isControl,
  focusin: isControl,
  keydown: (event) => event instanceof KeyboardEvent && !isForBrowser(event),
  input: () => true,
  // What stands in for a picture that can't be loaded.
  error: ({ target }) => target instanceof HTMLImageElement,
};

/** Whether this device keeps something that the page may have to show, such as a text that wasn't sent. */
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
 * Resolves when more is wanted of a page than reading it: at an event of `uses`, as something comes into sight that only a
 * browser knows how to show (`data-in-sight`), and at once where the address or this device tells more than the server
 * knew, or where one comes back to a page that was hydrated. `shownAnyway` are the keys of what it keeps that need no
 * hydration.
 */
export function whenUsed(shownAnyway: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = new AbortController();
  const { signal } = listening;
  for (const [type, isUse] of Object.entries(uses)) {
    const notice = (event: Event) => isUse(event) && resolve();
    // At the window, which is asked before the document, where presses are held.
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
