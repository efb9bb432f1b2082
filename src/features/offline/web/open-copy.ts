import type { Copies } from '../../../platform/web/kept-copies.ts';
import { chunkMissing } from '../../../platform/web/lazy-chunk.ts';
import { isReachable } from '../../../platform/web/reachable.ts';
import { cacheOf, currentPersonCache, filesCache, find, nobody, noteOf } from './kept.ts';
import { copyOf } from './kept-address.ts';

/** Whether this device has a copy of the page at an address, and a worker to serve it. */
async function hasCopy(url: Pick<URL, 'pathname' | 'search'>): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false;
  const { path } = copyOf(url);
  for (const name of [await currentPersonCache(), cacheOf(nobody), filesCache]) {
    if (name === undefined || !(await caches.has(name))) continue;
    const reply = await find(await caches.open(name), path);
    if (reply && noteOf(reply)?.kind !== 'thrown') return true;
  }
  return false;
}

const isKeptHere = () => hasCopy(window.location).catch(() => false);

/**
 * Opens the copy as a new document: everything that it needs is stored, unlike what a client-side navigation would
 * load.
 */
async function open(address: string): Promise<boolean> {
  const url = new URL(address);
  if (navigator.onLine || !navigator.serviceWorker?.controller) return false;
  if (url.pathname === window.location.pathname || (await isReachable())) return false;
  if (!(await hasCopy(url))) throw chunkMissing();
  window.location.assign(url);
  return true;
}

export const copies: Copies = { isKeptHere, open };
