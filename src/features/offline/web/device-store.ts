import { startWorker } from './keep-pages.ts';
import {
  allPersonCaches,
  cacheOf,
  currentPersonCache,
  entriesOf,
  filesCache,
  isOff,
  type KeptEntry,
  nobody,
  offMark,
  put,
  seenPath,
} from './kept.ts';
import { editorPage, updatePageOf, wishlistPage, writingPage } from './kept-address.ts';
import { picturesWithoutPage } from './pictures.ts';

/** Stored content that can be opened offline, and deleted. */
export interface KeptItem {
  readonly path: string;
  readonly title: string;
  readonly bytes: number;
  /** All cache entries that belong to it. */
  readonly entries: readonly KeptEntry[];
}

/** The content stored on this device. Sizes are those of the content; browsers use some more. */
export interface KeptThings {
  readonly isOff: boolean;
  /** Blogs that were read, the latest first. */
  readonly read: readonly KeptItem[];
  readonly wished: readonly KeptItem[];
  readonly drafts: readonly KeptItem[];
  /** The member's own pages that are stored. */
  readonly own: readonly ('wishlist' | 'writing' | 'editor')[];
  readonly picturesBytes: number;
  readonly filesBytes: number;
  readonly bytes: number;
}

const draftFolder = '/api/drafts/';
const bytesOf = (entries: readonly KeptEntry[]) =>
  entries.reduce((sum, { bytes }) => sum + bytes, 0);

function itemOf(entry: KeptEntry): KeptItem {
  const { path, title = '', bytes } = entry;
  return { path, title, bytes, entries: [entry] };
}

/** A draft consists of its text, its list reply and, for a published blog, the form for its changes. */
function draftOf(entry: KeptEntry, entries: readonly KeptEntry[]): KeptItem {
  const key = entry.path.slice(draftFolder.length);
  const form = updatePageOf(key);
  const all = entries.filter(({ path }) =>
    [entry.path, form, `/api/drafts?key=${key}`].includes(path),
  );
  const isOfBlog = all.some(({ path }) => path === form);
  const path = isOfBlog ? form : `/Add-Blog?draft=${key}`;
  return { path, title: entry.title ?? '', bytes: bytesOf(all), entries: all };
}

/** The content stored for the signed-in person and for all. */
export async function listKept(): Promise<KeptThings> {
  const person = await currentPersonCache();
  const names = [...(person === undefined ? [] : [person]), cacheOf(nobody)];
  const there = (await allPersonCaches()).filter((name) => names.includes(name));
  const entries = (await Promise.all(there.map(entriesOf))).flat();
  const articles = entries.filter(({ kind }) => kind === 'article');
  const has = (wanted: string) =>
    entries.some(({ path, kind }) => path === wanted && kind === 'page');
  const filesBytes = bytesOf(await entriesOf(filesCache));
  return {
    isOff: await isOff(),
    read: articles
      .filter(({ readAt }) => readAt !== undefined)
      .toSorted((one, other) => (other.readAt ?? 0) - (one.readAt ?? 0))
      .map(itemOf),
    wished: articles.filter(({ isWished }) => isWished).map(itemOf),
    drafts: entries.filter(({ kind }) => kind === 'draft').map((entry) => draftOf(entry, entries)),
    own: [
      ...(has(wishlistPage) ? (['wishlist'] as const) : []),
      ...(has(writingPage) ? (['writing'] as const) : []),
      ...(has(editorPage) ? (['editor'] as const) : []),
    ],
    picturesBytes: bytesOf(entries.filter(({ kind }) => kind === 'picture')),
    filesBytes,
    bytes: bytesOf(entries) + filesBytes,
  };
}

/** Deletes entries. For wishes and drafts it leaves a tombstone, so that they aren't fetched again. */
async function remove(entries: readonly KeptEntry[]): Promise<void> {
  for (const { cache: name, path, kind, isWished } of entries) {
    const cache = await caches.open(name);
    if (kind !== 'draft' && kind !== 'thrown' && !isWished) {
      await cache.delete(path);
      continue;
    }
    const note = { kind: 'thrown', keptAt: Date.now(), ...(isWished && { isWished }) } as const;
    await put(cache, path, '', new Headers(), note);
  }
}

export async function deleteKeptItem({ entries }: KeptItem): Promise<void> {
  await remove(entries);
  await removeIdlePictures();
}

async function removeIdlePictures(): Promise<void> {
  for (const name of await allPersonCaches()) {
    const cache = await caches.open(name);
    for (const { path } of picturesWithoutPage(await entriesOf(name))) await cache.delete(path);
  }
}

/** Deletes all stored content. The site's own files stay, for pages that are read next. */
export async function deleteAllKept(): Promise<void> {
  for (const name of await allPersonCaches()) {
    await remove((await entriesOf(name)).filter(({ path }) => path !== seenPath));
  }
}

/** Stops storing on this device, and deletes all stored content. */
export async function switchOff(): Promise<void> {
  await caches.open(offMark);
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
  for (const name of [...(await allPersonCaches()), filesCache]) await caches.delete(name);
}

export async function switchOn(): Promise<void> {
  await caches.delete(offMark);
  await startWorker();
}
