import { useSyncExternalStore } from 'react';

const key = 'motion';
const paused = 'paused';
const listeners = new Set<() => void>();
/** What holds where the browser keeps nothing. */
let isPausedHere = false;

function read(): boolean {
  try {
    return localStorage.getItem(key) === paused;
  } catch {
    return isPausedHere;
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

function setPaused(isPaused: boolean): void {
  isPausedHere = isPaused;
  try {
    if (isPaused) localStorage.setItem(key, paused);
    else localStorage.removeItem(key);
  } catch {
    // It holds as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Whether whoever looks wants what moves to stand; this browser remembers it. */
export function usePaused(): readonly [isPaused: boolean, change: (isPaused: boolean) => void] {
  return [useSyncExternalStore(subscribe, read, () => false), setPaused];
}
