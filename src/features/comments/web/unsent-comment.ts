import { useSyncExternalStore } from 'react';

/** The writer, the blog, and, for a reply, the answered comment. */
interface UnsentKey {
  readonly personId: string;
  readonly blogId: string;
  readonly replyTo?: string;
}

const prefix = 'unsent-comment:';

/** The copy in memory: without storage the text lasts as long as the page. */
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
    // Without storage there is no text.
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
    // Without storage the text stays in memory.
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
 * The unsent text of a person's comment on a blog. It is stored on the device at every keystroke: it survives a reload,
 * an expired session and the sign-in after it. The person's other tabs show it too.
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
