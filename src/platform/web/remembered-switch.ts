import { useSyncExternalStore } from 'react';

/** A boolean preference that this browser stores, for all its tabs. */
export interface RememberedSwitch {
  readonly read: () => boolean;
  readonly set: (isOn: boolean) => void;
  /** Calls the listener after each change; returns a function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Stores `stored` under `key` in localStorage while the switch is on, and removes it while it is off. Without
 * localStorage the value lasts as long as the page.
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
        // localStorage is unavailable: the value lasts as long as the page.
      }
      for (const listener of listeners) listener();
    },
    subscribe,
  };
}

/** The switch's current value, for a component. */
export function useRememberedSwitch({ subscribe, read }: RememberedSwitch): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}
