import { useSyncExternalStore } from 'react';

/** A choice between two that this browser remembers, in all its tabs. */
export interface RememberedSwitch {
  readonly read: () => boolean;
  readonly set: (isOn: boolean) => void;
  /** Calls the listener after each change; returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Keeps `stored` under `key` in localStorage while the choice is `isOn`, and nothing while it is not. Where the browser
 * keeps nothing, it holds as long as the page.
 */
export function rememberedSwitch(key: string, stored: string): RememberedSwitch {
  const listeners = new Set<() => void>();
  let isOnHere = false;

  function read(): boolean {
    try {
      return localStorage.getItem(key) === stored;
    } catch {
      return isOnHere;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    window.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', listener);
    };
  }

  return {
    read,
    set(isOn) {
      isOnHere = isOn;
      try {
        if (isOn) localStorage.setItem(key, stored);
        else localStorage.removeItem(key);
      } catch {
        // It holds as long as the page.
      }
      for (const listener of listeners) listener();
    },
    subscribe,
  };
}

/** What the switch is at, for a component that shows it. */
export function useRememberedSwitch({ subscribe, read }: RememberedSwitch): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}
