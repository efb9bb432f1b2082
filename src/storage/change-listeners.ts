import type { ChangeListener } from './storage.ts';

export interface ChangeListeners {
  add(listener: ChangeListener): () => void;
  notify(tags: readonly string[]): void;
}

export function createChangeListeners(): ChangeListeners {
  const listeners = new Set<ChangeListener>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify(tags) {
      if (tags.length === 0) return;
      for (const listener of listeners) listener(tags);
    },
  };
}
