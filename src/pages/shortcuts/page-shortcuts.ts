import { useEffect, useSyncExternalStore } from 'react';

/** Shortcuts of a page; `title` says when they apply. */
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

/** Lists a page's shortcuts in the dialog while the page is mounted. */
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

/** The shortcuts of the current page; null for none. */
export function usePageShortcuts(): PageShortcuts | null {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
}
