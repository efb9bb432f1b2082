import { useEffect, useState } from 'react';
import { defineProblem } from '../contract/problems.ts';
import { isReachable, whenReachable } from './reachable.ts';

/** There is no connection, or the build that this tab is of has gone: a part that was to be loaded late didn't come. */
export const chunkMissing = defineProblem(
  'part-missing',
  503,
  'A part of this page could not be loaded. Please check your connection and try again.',
);

/** Code that is loaded when it is needed. Rejects with `chunkMissing`; asked for once more, it tries once more. */
export type LazyChunk<T> = () => Promise<T>;

/**
 * The one way to load code late in a browser: whoever uses it has a problem to tell, not an exception that takes the
 * page down. `scripts/checks/rings.ts` sees that there is no other.
 */
export function lazyChunk<T>(load: () => Promise<T>): LazyChunk<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw chunkMissing({ cause });
    });
    return loading;
  };
}

/**
 * Loads it, though the connection was gone for a moment. Rejects with `chunkMissing` where the site can't be reached, and
 * with another error where it answers and the part has gone.
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
 * Loads it now, or when the connection is back. Undefined where it doesn't come though the site answers, as after a new
 * build, or where the signal gave up.
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

/** The part, once it is there; the page does without until then. */
export function useLazyChunk<T extends object>(load: LazyChunk<T>, isWanted = true): T | undefined {
  const [part, setPart] = useState<T>();
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    void loadWhenReachable(load, gone.signal).then((loaded) => {
      if (!gone.signal.aborted && loaded) setPart(() => loaded);
    });
    return () => gone.abort();
  }, [load, isWanted]);
  return part;
}
