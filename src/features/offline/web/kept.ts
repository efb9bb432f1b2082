/**
 * What of the site is kept on a device, so that it can be read without a connection: in the browser's Cache Storage, which
 * pages and the service worker share. What is a person's lies in a cache of their own, and goes with it.
 */

/** Scripts, styles and fonts, and the page that is shown where nothing else can be. */
export const filesCache = 'kept-files';
/** There while this device keeps nothing, by its reader's wish. */
export const offMark = 'kept-off';
/** What was read by somebody who wasn't signed in, which everybody may read. */
export const nobody = 'nobody';

const prefix = 'kept:';

/** The cache of a person's things, or of what was read signed out. */
export function cacheOf(personId: string): string {
  return prefix + personId;
}

export type KeptKind =
  /** The page of a blog. */
  | 'article'
  /** Another page. */
  | 'page'
  /** A draft with its text, as the API answers it. */
  | 'draft'
  /** Another reply of the API. */
  | 'reply'
  | 'picture'
  | 'file'
  /** A wish or a draft that its reader threw away: it doesn't come back by itself. */
  | 'thrown';

/** What is known of something that is kept. Times are milliseconds since 1970. */
export interface KeptNote {
  readonly kind: KeptKind;
  readonly keptAt: number;
  readonly bytes: number;
  readonly title?: string;
  /** When a blog was opened last on this device; missing where it is only wished. */
  readonly readAt?: number;
  readonly isWished?: boolean;
  /** Of a draft, the state in which it was kept. */
  readonly revision?: string;
  /** Paths of the files and pictures that a page is shown with. */
  readonly needs?: readonly string[];
}

export interface KeptEntry extends KeptNote {
  readonly cache: string;
  /** Path and query. */
  readonly path: string;
}

/** Where a kept reply's note stands; in ASCII, as headers are. */
const noteHeader = 'x-kept';

export function noteOf(reply: Response): KeptNote | undefined {
  const written = reply.headers.get(noteHeader);
  return written === null ? undefined : (JSON.parse(decodeURIComponent(written)) as KeptNote);
}

/** Puts something into a cache, with its note. */
export async function put(
  cache: Cache,
  path: string,
  body: Blob | string,
  headers: Headers,
  note: Omit<KeptNote, 'bytes'>,
): Promise<void> {
  const content = typeof body === 'string' ? new Blob([body]) : body;
  const kept = new Headers(headers);
  // What the network did to it is undone by now.
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  const whole: KeptNote = { ...note, bytes: content.size };
  kept.set(noteHeader, encodeURIComponent(JSON.stringify(whole)));
  await cache.put(path, new Response(content, { headers: kept }));
}

/** Writes another note to what is kept. */
export async function annotate(
  cache: Cache,
  path: string,
  change: (note: KeptNote) => KeptNote,
): Promise<void> {
  const reply = await find(cache, path);
  const note = reply && noteOf(reply);
  if (reply && note) await put(cache, path, await reply.blob(), reply.headers, change(note));
}

/** What is kept under a path. Replies name what they vary with, such as cookies: a cache is one reader's. */
export function find(cache: Cache, path: string): Promise<Response | undefined> {
  return cache.match(path, { ignoreVary: true });
}

/** The caches of people's things, and of nobody's. */
export async function peoplesCaches(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

/** All that a cache holds. */
export async function entriesOf(name: string): Promise<readonly KeptEntry[]> {
  const cache = await caches.open(name);
  const entries = (await cache.keys()).map(async ({ url }) => {
    const { pathname, search } = new URL(url);
    const path = pathname + search;
    const reply = await find(cache, path);
    const note = reply && noteOf(reply);
    return note && { ...note, cache: name, path };
  });
  return (await Promise.all(entries)).filter((entry) => entry !== undefined);
}

/**
 * Deletes what is kept of all people but this one; null for everybody's, and what nobody in particular read stays.
 * Resolves to whether there was anything.
 */
export async function forgetOthers(personId: string | null): Promise<boolean> {
  const staying = [cacheOf(nobody), ...(personId === null ? [] : [cacheOf(personId)])];
  const going = (await peoplesCaches()).filter((name) => !staying.includes(name));
  await Promise.all(going.map((name) => caches.delete(name)));
  return going.length > 0;
}

/** Says when a person was seen signed in here last. */
export const seenPath = '/kept-seen';
/** Whoever wasn't seen for as long as a session lives without use isn't signed in any more, in milliseconds. */
const sessionMs = 14 * 24 * 60 * 60_000;

/** The cache of the person who is signed in on this device, as far as it is known. */
export async function personsCache(): Promise<string | undefined> {
  const own = (await peoplesCaches()).find((name) => name !== cacheOf(nobody));
  if (own === undefined) return undefined;
  const seen = await find(await caches.open(own), seenPath);
  const seenAt = (seen && noteOf(seen)?.keptAt) ?? 0;
  if (Date.now() - seenAt < sessionMs) return own;
  await forgetOthers(null);
  return undefined;
}

/** Whether this device keeps something at all. */
export async function isOff(): Promise<boolean> {
  return caches.has(offMark);
}
