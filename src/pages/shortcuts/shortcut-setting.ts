import { useSyncExternalStore } from 'react';

/** Where the choice is kept that single keys do nothing; `off`, or nothing at all. */
const settingKey = 'shortcuts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Whether single keys do something: they do until somebody switches them off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  try {
    return localStorage.getItem(settingKey) !== 'off';
  } catch {
    return true;
  }
}

/** The same, for a component that shows it. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn, () => true);
}

/** Remembers the choice in this browser. */
export function switchShortcuts(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(settingKey);
    else localStorage.setItem(settingKey, 'off');
  } catch {
    // A browser that keeps nothing keeps its keys.
  }
  for (const listener of listeners) listener();
}
