import { useEffect, useSyncExternalStore } from 'react';

/** Keys of one page, and what they do; `title` says when. */
export interface PageShortcuts {
  readonly title: string;
  readonly keys: readonly { readonly key: string; readonly does: string }[];
}

const listeners = new Set<() => void>();
let shown: PageShortcuts | null = null;

function show(shortcuts: PageShortcuts | null): void {
  shown = shortcuts;
  for (const listener of listeners) listener();
}

/** Lists a page's own keys in the dialog, for as long as the page is mounted. */
export function useOwnShortcuts(shortcuts: PageShortcuts): void {
  useEffect(() => {
    show(shortcuts);
    return () => show(null);
  }, [shortcuts]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The keys of the page that stands; null where it has none of its own. */
export function usePageShortcuts(): PageShortcuts | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
