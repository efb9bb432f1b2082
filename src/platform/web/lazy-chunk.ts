import { useEffect, useState } from 'react';
import { defineProblem } from '../contract/problems.ts';
import { isKeptHere } from './kept-copies.ts';
import { isReachable, whenReachable } from './reachable.ts';

/** A lazily loaded chunk could not be fetched: the connection is lost, or the build of this tab is gone. */
export const chunkMissing = defineProblem(
  'part-missing',
  503,
  'A part of this page could not be loaded. Please check your connection and try again.',
);

/** Loads a chunk once. Rejects with `chunkMissing`; the next call tries again. */
export type LazyChunk<T> = () => Promise<T>;

/** Whether the file is known to be unreachable. */
async function isOutOfReach(): Promise<boolean> {
  // Undefined on a server.
  if (navigator.onLine !== false) return false;
  return !(await isKeptHere()) && !(await isReachable());
}

/**
 * Imports, unless the browser knows that it is offline and the site doesn't answer. A failed import stays failed until the
 * document is reloaded, as the module map of the HTML standard has it (Chromium from version 150 on).
 */
async function importIfReachable<T>(load: () => Promise<T>): Promise<T> {
  if (await isOutOfReach()) throw new Error('offline');
  return load();
}

/**
 * The only way to load code lazily in the browser: a failure is a problem that the caller can show, not an exception that
 * unmounts the page. `scripts/checks/rings.ts` refuses any other.
 */
export function lazyChunk<T>(load: () => Promise<T>): LazyChunk<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= importIfReachable(load).catch((cause: unknown) => {
      loading = undefined;
      throw chunkMissing({ cause });
    });
    return loading;
  };
}

/**
 * Loads a chunk with one retry, for an interrupted connection. Rejects with `chunkMissing` if the site can't be reached,
 * and with another error if the site answers but the chunk is gone.
 */
export async function loadWithRetry<T>(load: LazyChunk<T>): Promise<T> {
  try {
    return await load();
  } catch (reason) {
    if (!(await isReachable())) throw reason;
    return load().catch((cause: unknown) => {
      throw new Error('A part of this page is gone.', { cause });
    });
  }
}

/**
 * Loads a chunk now, or as soon as the site can be reached again. Resolves to undefined if the site answers but the chunk
 * is gone, as after a new build, or if the signal aborts.
 */
export async function loadWhenReachable<T>(
  load: LazyChunk<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  while (!signal.aborted) {
    try {
      return await loadWithRetry(load);
    } catch (reason) {
      if (!chunkMissing.is(reason)) return undefined;
    }
    await whenReachable(signal);
  }
  return undefined;
}

/** The chunk once it has loaded; undefined until then, and the page works without it. */
export function useLazyChunk<T extends object>(load: LazyChunk<T>, isWanted = true): T | undefined {
  const [chunk, setChunk] = useState<T>();
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    void loadWhenReachable(load, gone.signal).then((loaded) => {
      if (!gone.signal.aborted && loaded) setChunk(() => loaded);
    });
    return () => gone.abort();
  }, [load, isWanted]);
  return chunk;
}
