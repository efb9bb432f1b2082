import { useSyncExternalStore } from 'react';

/** Whose comment it is, and on which blog; or to which comment it replies. */
interface UnsentKey {
  readonly personId: string;
  readonly blogId: string;
  readonly replyTo?: string;
}

const prefix = 'unsent-comment:';

/** The copy in memory where the browser stores nothing: then the text lasts as long as the page. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

function nameOf({ personId, blogId, replyTo }: UnsentKey): string {
  const name = `${prefix}${personId}:${blogId}`;
  return replyTo === undefined ? name : `${name}:${replyTo}`;
}

function read(name: string): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  let text = '';
  try {
    text = localStorage.getItem(name) ?? '';
  } catch {
    // A browser that keeps nothing has nothing.
  }
  texts.set(name, text);
  return text;
}

function write(name: string, text: string): void {
  texts.set(name, text);
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // It stays in the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const followOtherTabs = ({ key }: StorageEvent) => {
    if (key !== null && !key.startsWith(prefix)) return;
    texts.clear();
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', followOtherTabs);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', followOtherTabs);
  };
}

/**
 * What a person has typed and not sent as a comment on a blog. It is kept on the device at every keystroke, so that it
 * survives a reload, a lost session and the sign-in after it; the person's other tabs show it too.
 */
export function useUnsentComment(key: UnsentKey): readonly [string, (text: string) => void] {
  const name = nameOf(key);
  const text = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => '',
  );
  return [text, (changed) => write(name, changed)];
}
