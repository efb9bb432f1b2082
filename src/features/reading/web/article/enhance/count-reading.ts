import { type ReadSignal, readsPath } from '../../../read-signal.ts';

/** Milliseconds from the moment an article is seen until it can have been read: a quarter of what its letters take. */
const leastMs = 5_000;
const mostMs = 60_000;
const msPerLetter = 10;

const blogPath = /^\/blog\/([\da-f-]{36})$/i;
/** What this document has told already. */
const told = new Set<string>();

/** Do Not Track, and Global Privacy Control. */
function isUnwilling(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    readonly globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** A writer's own page leads to the editor. */
function isOwn(id: string): boolean {
  return document.querySelector(`a[href="/update-blog/${id}"]`) !== null;
}

function tell(id: string, kind: ReadSignal): void {
  const name = `${kind} ${id}`;
  if (told.has(name) || isOwn(id)) return;
  told.add(name);
  const body = new Blob([JSON.stringify({ blogId: id, kind })], { type: 'application/json' });
  navigator.sendBeacon(readsPath, body);
}

/** Calls `then` once the page is seen: a page that is prefetched, or opened behind another, may never be. */
function onceSeen(signal: AbortSignal, then: () => void): void {
  const look = () => {
    if (document.visibilityState !== 'visible') return;
    document.removeEventListener('visibilitychange', look);
    then();
  };
  document.addEventListener('visibilitychange', look, { signal });
  look();
}

/** Calls `then` once the end of a text was in sight, and there was time to read it. */
function onceRead(text: HTMLElement, signal: AbortSignal, then: () => void): void {
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

/**
 * Tells the site that the blog of the page was opened, and read to its end: twice at most, and nothing of who reads. Returns
 * how to stop.
 */
export function countReading(text: HTMLElement): () => void {
  const [, id] = blogPath.exec(location.pathname) ?? [];
  const life = new AbortController();
  if (id !== undefined && !isUnwilling()) {
    onceSeen(life.signal, () => {
      tell(id, 'opened');
      onceRead(text, life.signal, () => tell(id, 'finished'));
    });
  }
  return () => life.abort();
}
