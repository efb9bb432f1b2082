import { forReading, forWriting } from 'virtual:kept-files';
import {
  allPersonCaches,
  annotate,
  cacheOf,
  currentPersonCache,
  filesCache,
  find,
  forgetOthers,
  isOff,
  type KeptNote,
  nobody,
  noteOf,
  put,
  seenPath,
} from '../kept.ts';
import { devicePage, isBlogPage, isForWriting, isOwnPage } from '../kept-address.ts';
import { stemOf } from '../pictures.ts';
import { keepWithinBounds } from './bounds.ts';
import { type ReadDocument, readDocument } from './read-document.ts';
import { makeRoundDue } from './rounds.ts';
import { inTurn, noteDeletion, watchDeletions } from './turns.ts';
import { scope } from './worker-scope.ts';

/** Maximum bytes of a picture. */
const pictureBytesMax = 2 * 1024 * 1024;
/** A page that was stored this recently isn't fetched again, in milliseconds. */
const freshMs = 60_000;
/** Minimum interval between two updates of `seenPath`, in milliseconds. */
const seenStepMs = 60 * 60_000;

/** The files of a page, including its lazy chunks. */
const filesOf = (path: string) => (isForWriting(path) ? forWriting : forReading);
export const newestFiles: readonly string[] = [...forReading, ...forWriting];

/**
 * Deletes the stored content of all people but this one; replies in flight are discarded, too. Resolves to a check that
 * nothing else was deleted meanwhile.
 */
export async function forgetAllBut(personId: string | null): Promise<() => boolean> {
  noteDeletion();
  const isStillTheirs = watchDeletions();
  await forgetOthers(personId);
  return isStillTheirs;
}

async function noteSeen(personId: string): Promise<void> {
  const cache = await caches.open(cacheOf(personId));
  const seen = await find(cache, seenPath);
  const keptAt = Date.now();
  if (keptAt - ((seen && noteOf(seen)?.keptAt) ?? 0) < seenStepMs) return;
  if (!seen) await makeRoundDue();
  await put(cache, seenPath, '', new Headers(), { kind: 'reply', keptAt });
}

/** Processes the id of the person for whom a reply was rendered: deletes the content of others. */
export async function noteViewer(personId: string | null, isPublic?: boolean): Promise<void> {
  let isStillTheirs = watchDeletions();
  const others = (await allPersonCaches()).filter(
    (name) => name !== cacheOf(nobody) && name !== cacheOf(personId ?? nobody),
  );
  if (!isStillTheirs()) return;
  if (others.length > 0) isStillTheirs = await forgetAllBut(personId);
  if (isPublic === false) await caches.delete(cacheOf(nobody));
  if (personId === null || (await isOff())) return;
  await noteSeen(personId);
  // A sign-out meanwhile deleted the cache, and `noteSeen` opened it again.
  if (!isStillTheirs()) await caches.delete(cacheOf(personId));
}

/** Whether the browser requests reduced data usage. */
const isSparing = () => scope.navigator.connection?.saveData === true;

async function keepFile(path: string): Promise<void> {
  const cache = await caches.open(filesCache);
  if (await find(cache, path)) return;
  const reply = await fetch(path);
  if (!reply.ok) return;
  const note = { kind: 'file', keptAt: Date.now() } as const;
  await put(cache, path, await reply.blob(), reply.headers, note);
}

async function keepPicture(cache: Cache, path: string): Promise<void> {
  const stem = stemOf(path);
  if (await find(cache, stem)) return;
  const reply = await fetch(path);
  const picture = reply.ok ? await reply.blob() : undefined;
  if (!picture || picture.size > pictureBytesMax) return;
  await put(cache, stem, picture, reply.headers, { kind: 'picture', keptAt: Date.now() });
}

/** Stores the files and pictures of a page. A failure of one doesn't stop the others. */
async function keepNeeds(
  cache: Cache,
  files: readonly string[],
  pictures: readonly string[],
): Promise<void> {
  for (const path of files) await keepFile(path).catch(() => {});
  if (isSparing()) return;
  for (const path of pictures) await keepPicture(cache, path).catch(() => {});
}

/** Stores the fallback page as visitors see it. */
export async function keepDevicePage(): Promise<void> {
  const reply = await fetch(devicePage, { credentials: 'omit' });
  const html = await reply.text();
  const page = readDocument(html);
  if (!reply.ok || !page) throw new Error('The page for offline reading could not be had.');
  const needs = [...new Set([...page.files, ...filesOf(devicePage)])];
  const cache = await caches.open(filesCache);
  await keepNeeds(cache, needs, []);
  const note = { kind: 'page', keptAt: Date.now(), needs } as const;
  await put(cache, devicePage, html, reply.headers, note);
}

/** Why a page is kept. */
export interface Reason {
  readonly isRead?: boolean;
  readonly isWished?: boolean;
}

async function keepDocument(
  path: string,
  html: string,
  headers: Headers,
  page: ReadDocument,
  reason: Reason,
): Promise<void> {
  const cache = await caches.open(cacheOf(page.viewerId ?? nobody));
  const before = await find(cache, path);
  const known = (before && noteOf(before)) as KeptNote | undefined;
  const needs = [...new Set([...page.files, ...(isSparing() ? [] : filesOf(path))])];
  const { readAt, isWished } = known ?? {};
  const note = {
    kind: isBlogPage(path) ? 'article' : 'page',
    keptAt: Date.now(),
    ...(page.blogTitle !== undefined && { title: page.blogTitle }),
    ...((reason.isRead || readAt !== undefined) && {
      readAt: reason.isRead ? Date.now() : (readAt ?? 0),
    }),
    ...((reason.isWished || isWished) && { isWished: true }),
    needs: [...needs, ...page.pictures],
  } as const;
  await put(cache, path, html, headers, note);
  await keepNeeds(cache, needs, page.pictures);
}

/** Whether this page may be stored for its viewer. */
function isKeepable(path: string, page: ReadDocument): boolean {
  if (isBlogPage(path))
    return page.blogTitle !== undefined && (page.isPublic || page.viewerId !== null);
  return page.viewerId !== null && (isOwnPage(path) || path === devicePage);
}

async function dropEverywhere(path: string): Promise<void> {
  for (const name of await allPersonCaches()) await (await caches.open(name)).delete(path);
}

/** A reply from the network, with a check that its viewer hasn't changed. */
export interface Arrival {
  readonly path: string;
  readonly reply: Response;
  /** False once a person has signed out since the request. */
  readonly isStillTheirs: () => boolean;
}

/** Learns from a document who is signed in and which pages are gone; stores the page if `isKeepable`. */
export async function learnFromDocument(
  { path, reply, isStillTheirs }: Arrival,
  reason: Reason,
): Promise<void> {
  const html = await reply.text();
  await inTurn(async () => {
    if (!isStillTheirs()) return;
    const page = readDocument(html);
    if (page) await noteViewer(page.viewerId, page.isPublic);
    if (reply.status === 404 || reply.status === 410) await dropEverywhere(path);
    if (!page || reply.status !== 200 || reply.redirected) return;
    if (!isKeepable(path, page) || (await isOff())) return;
    await keepDocument(path, html, reply.headers, page, reason);
    // Deletes also what was stored during a sign-out.
    if (page.viewerId !== null && !isStillTheirs()) await caches.delete(cacheOf(page.viewerId));
    await keepWithinBounds(newestFiles);
  });
}

/** Fetches a page to store it. Rejects without a network. */
export async function fetchToKeep(
  path: string,
  reason: Reason,
  credentials: RequestCredentials = 'same-origin',
): Promise<void> {
  const isStillTheirs = watchDeletions();
  await learnFromDocument(
    { path, reply: await fetch(path, { credentials }), isStillTheirs },
    reason,
  );
}

/** Records that a blog was opened by client-side navigation; stores its page unless that is fresh. */
export async function noteRead(path: string): Promise<void> {
  if (!isBlogPage(path) || (await isOff())) return;
  for (const name of [await currentPersonCache(), cacheOf(nobody)]) {
    if (name === undefined || !(await caches.has(name))) continue;
    const cache = await caches.open(name);
    const copy = await find(cache, path);
    const note = copy && noteOf(copy);
    if (!note || note.kind === 'thrown' || Date.now() - note.keptAt > freshMs) continue;
    return inTurn(() => annotate(cache, path, (known) => ({ ...known, readAt: Date.now() })));
  }
  await fetchToKeep(path, { isRead: true });
}
