import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Problem } from '../contract/problems.ts';

/**
 * A value in the state of the history entry: it survives a reload, but appears neither in the address bar nor in its
 * suggestions.
 */
function kept(name: string): string | undefined {
  const value: unknown = window.history.state?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Only the first name of a fragment counts: a provider's response has further ones after its own. */
function inFragment(hash: string, name: string): string | undefined {
  const [first] = new URLSearchParams(hash.slice(1));
  return first?.[0] === name ? first[1] : undefined;
}

function inQuery(search: string, name: string): string | undefined {
  return new URLSearchParams(search).get(name) || undefined;
}

function removeFromAddress(name: string, state: object | null): void {
  const url = new URL(window.location.href);
  if (url.searchParams.has(name)) url.searchParams.delete(name);
  if (inFragment(url.hash, name) !== undefined) url.hash = '';
  window.history.replaceState(state, '', `${url.pathname}${url.search}${url.hash}`);
}

const carriedKey = (name: string) => `link:${name}`;

function takeCarried(name: string): string | undefined {
  try {
    const token = sessionStorage.getItem(carriedKey(name)) ?? undefined;
    sessionStorage.removeItem(carriedKey(name));
    return token;
  } catch {
    return undefined;
  }
}

/**
 * Keeps the token of a page for members while its visitor signs in, in this tab: a redirect to Sign In carries the
 * fragment along, and the way to an external provider and back doesn't. A layout effect, since the page may leave for
 * that provider at once.
 */
export function useCarriedToken(name: string): void {
  const { hash } = useLocation();
  useLayoutEffect(() => {
    const token = inFragment(hash, name);
    if (token === undefined) return;
    try {
      sessionStorage.setItem(carriedKey(name), token);
    } catch {
      return;
    }
    removeFromAddress(name, window.history.state);
  }, [name, hash]);
}

/** The token of the link that opened this page, as of now: the address may have changed since the last render. */
export function readLinkToken(name: string): string | undefined {
  const { hash, search } = window.location;
  return inFragment(hash, name) ?? inQuery(search, name) ?? kept(name);
}

/**
 * The token of the link that opened this page, which it removes from the address: after `#`, where no server and no
 * proxy sees it, or in the query of an older link. Before hydration only the latter is known.
 */
export function useShownToken(name: string): string | undefined {
  const { hash, search } = useLocation();
  const [token, setToken] = useState(() => inQuery(search, name));
  useEffect(() => {
    const carried = takeCarried(name);
    const found = inFragment(hash, name) ?? inQuery(search, name) ?? carried;
    if (found !== undefined) removeFromAddress(name, { ...window.history.state, [name]: found });
    setToken(found ?? kept(name));
  }, [name, hash, search]);
  return token;
}

/** Like `useShownToken`, for a form that sends the token: empty if there is none. */
export function useLinkToken(name = 'token'): () => string {
  useShownToken(name);
  return () => readLinkToken(name) ?? '';
}

/** Whether a call was refused because the link that opened the page has no token, or a damaged one. */
export function isTokenMissing(error: unknown): boolean {
  return error instanceof Problem && error.issues?.some(({ path }) => path === 'token') === true;
}
