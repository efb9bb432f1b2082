import {
  allPersonCaches,
  cacheOf,
  entriesOf,
  filesCache,
  type KeptEntry,
  nobody,
} from '../kept.ts';
import { picturesWithoutPage } from '../pictures.ts';

/** Blogs that were read and are stored, the latest first. */
export const readMax = 10;
/** Blogs on the wishlist that are stored, the latest wishes first. */
export const wishesMax = 50;
/** Drafts that are kept, the latest first. */
export const draftsMax = 200;
/** Bytes of all stored content except the site's own files. */
const bytesMax = 50 * 1024 * 1024;

const lastUse = ({ readAt, keptAt }: KeptEntry) => readAt ?? keptAt;
const latestFirst = (one: KeptEntry, other: KeptEntry) => lastUse(other) - lastUse(one);

/** Read blogs beyond `readMax` that aren't on the wishlist. */
export function readTooLongAgo(entries: readonly KeptEntry[]): readonly KeptEntry[] {
  return entries
    .filter(({ kind, isWished }) => kind === 'article' && !isWished)
    .toSorted(latestFirst)
    .slice(readMax);
}

/** The blogs to delete so that the rest fits, the oldest first. Drafts and other small content stay. */
export function beyondBytes(entries: readonly KeptEntry[], most = bytesMax): readonly KeptEntry[] {
  let sum = entries.reduce((bytes, entry) => bytes + entry.bytes, 0);
  const going: KeptEntry[] = [];
  const articles = entries.filter(({ kind }) => kind === 'article').toSorted(latestFirst);
  while (sum > most) {
    const oldest = articles.pop();
    if (!oldest) break;
    going.push(oldest);
    const rest = entries.filter((entry) => !going.includes(entry));
    const idle = picturesWithoutPage(rest);
    sum = rest.reduce((bytes, entry) => bytes + (idle.includes(entry) ? 0 : entry.bytes), 0);
  }
  return going;
}

async function remove(entries: readonly KeptEntry[]): Promise<void> {
  for (const { cache, path } of entries) await (await caches.open(cache)).delete(path);
}

async function allEntries(): Promise<readonly KeptEntry[]> {
  return (await Promise.all((await allPersonCaches()).map(entriesOf))).flat();
}

/**
 * Deletes content above the limits, and files and pictures that no page needs; `newest` are the files of this build.
 */
export async function keepWithinBounds(newest: readonly string[]): Promise<void> {
  const names = await allPersonCaches();
  for (const name of names) await remove(readTooLongAgo(await entriesOf(name)));
  await remove(beyondBytes(await allEntries()));
  await remove(picturesWithoutPage(await allEntries()));
  const files = await entriesOf(filesCache);
  const needed = new Set([
    ...newest,
    ...[...files, ...(await allEntries())].flatMap(({ needs = [] }) => needs),
  ]);
  await remove(files.filter(({ kind, path }) => kind === 'file' && !needed.has(path)));
  const read = cacheOf(nobody);
  if (names.includes(read) && (await entriesOf(read)).length === 0) await caches.delete(read);
}
