import { queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../../identity/web/viewer.ts';
import { call } from '../../../platform/web/api.ts';
import { myHeldComments } from '../contract.ts';

/** Milliseconds between two queries for holds on the viewer's own comments. */
const ownHeldForMs = 5 * 60_000;

/** The device stores whether comments of the viewer are held, and on which blogs they commented. */
const heldKey = 'held-comments';
const saidKey = 'commented-on';
/** Blogs that the device stores, the latest last. */
const rememberedMax = 50;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Without storage, the browser asks when the member writes.
    return null;
  }
}

function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}

function rememberHeld<T extends readonly unknown[]>(held: T): T {
  remember(heldKey, held.length > 0 ? 'some' : null);
  return held;
}

function commentedOn(): readonly string[] {
  return read(saidKey)?.split(' ') ?? [];
}

export function rememberCommented(blogId: string): void {
  const others = commentedOn().filter((id) => id !== blogId);
  remember(saidKey, [...others, blogId].slice(-rememberedMax).join(' '));
}

/** Whether the viewer may have held comments on a blog, as far as this device knows. */
export function mayHaveHeldComments(blogId: string): boolean {
  return read(heldKey) !== null || commentedOn().includes(blogId);
}

/** The viewer's held comments. Fetched only in the browser: pages cached for all members don't contain them. */
export function ownHeldCommentsQuery() {
  return queryOptions({
    queryKey: [...personalKey, 'held-comments'],
    queryFn: async ({ client, signal }) =>
      rememberHeld((await call(client, myHeldComments, {}, { signal })).body),
    staleTime: ownHeldForMs,
  });
}
