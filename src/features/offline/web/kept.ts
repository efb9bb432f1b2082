/**
 * Content stored for offline reading, in the browser's Cache Storage, which pages and the service worker share. Each
 * person's content is in a cache of its own, which is deleted with it.
 */

/** Scripts, styles and fonts, and the fallback page. */
export const filesCache = 'kept-files';
/** A cache that exists while the visitor has switched storing off on this device. */
export const offMark = 'kept-off';
/** Owner of public content that was read without being signed in. */
export const nobody = 'nobody';

const prefix = 'kept:';

/** The cache of a person's content, or of content read without being signed in. */
export function cacheOf(personId: string): string {
  return prefix + personId;
}

export type KeptKind =
  /** The page of a blog. */
  | 'article'
  /** Another page. */
  | 'page'
  /** A draft with its text, as returned by the API. */
  | 'draft'
  /** Another reply of the API. */
  | 'reply'
  | 'picture'
  | 'file'
  /** A tombstone of a wish or draft that was deleted on this device: it isn't fetched again. */
  | 'thrown';

/** Metadata of stored content. Times are milliseconds since 1970. */
export interface KeptNote {
  readonly kind: KeptKind;
  readonly keptAt: number;
  readonly bytes: number;
  readonly title?: string;
  /** When a blog was last opened on this device; missing for one that is only on the wishlist. */
  readonly readAt?: number;
  readonly isWished?: boolean;
  /** The revision of a stored draft. */
  readonly revision?: string;
  /** Paths of the files and pictures that a page needs. */
  readonly needs?: readonly string[];
}

export interface KeptEntry extends KeptNote {
  readonly cache: string;
  /** Path and query. */
  readonly path: string;
}

/** The header with the metadata of a stored reply; percent-encoded, since headers are ASCII. */
const noteHeader = 'x-kept';

export function noteOf(reply: Response): KeptNote | undefined {
  const written = reply.headers.get(noteHeader);
  return written === null ? undefined : (JSON.parse(decodeURIComponent(written)) as KeptNote);
}

/** Stores content in a cache, with its metadata. */
export async function put(
  cache: Cache,
  path: string,
  body: Blob | string,
  headers: Headers,
  note: Omit<KeptNote, 'bytes'>,
): Promise<void> {
  const content = typeof body === 'string' ? new Blob([body]) : body;
  const kept = new Headers(headers);
  // The body is decoded already.
  for (const name of ['content-encoding', 'content-length']) kept.delete(name);
  const whole: KeptNote = { ...note, bytes: content.size };
  kept.set(noteHeader, encodeURIComponent(JSON.stringify(whole)));
  await cache.put(path, new Response(content, { headers: kept }));
}

/** Changes the metadata of stored content. */
export async function annotate(
  cache: Cache,
  path: string,
  change: (note: KeptNote) => KeptNote,
): Promise<void> {
  const reply = await find(cache, path);
  const note = reply && noteOf(reply);
  if (reply && note) await put(cache, path, await reply.blob(), reply.headers, change(note));
}

/** Finds the reply stored under a path. `Vary`, such as on cookies, is ignored: a cache belongs to one person. */
export function find(cache: Cache, path: string): Promise<Response | undefined> {
  return cache.match(path, { ignoreVary: true });
}

/** The caches of people's content, including that of content read without being signed in. */
export async function allPersonCaches(): Promise<readonly string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(prefix));
}

/** All entries of a cache. */
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
 * Deletes the stored content of all people except this one; null deletes everybody's. Content read without being signed
 * in stays. Resolves to whether there was anything to delete.
 */
export async function forgetOthers(personId: string | null): Promise<boolean> {
  const staying = [cacheOf(nobody), ...(personId === null ? [] : [cacheOf(personId)])];
  const going = (await allPersonCaches()).filter((name) => !staying.includes(name));
  await Promise.all(going.map((name) => caches.delete(name)));
  return going.length > 0;
}

/** The entry that records when the person was last seen signed in on this device. */
export const seenPath = '/kept-seen';
/** The idle time after which a session has expired, in milliseconds. */
const sessionMs = 14 * 24 * 60 * 60_000;

/** The cache of the person who is signed in on this device, as far as the device knows. */
export async function currentPersonCache(): Promise<string | undefined> {
  const own = (await allPersonCaches()).find((name) => name !== cacheOf(nobody));
  if (own === undefined) return undefined;
  const seen = await find(await caches.open(own), seenPath);
  const seenAt = (seen && noteOf(seen)?.keptAt) ?? 0;
  if (Date.now() - seenAt < sessionMs) return own;
  await forgetOthers(null);
  return undefined;
}

/** Whether storing is switched off on this device. */
export async function isOff(): Promise<boolean> {
  return caches.has(offMark);
}
