import { useEffect, useState } from 'react';

/**
 * A value in the state of the history entry: it survives a reload, but appears neither in the address bar nor in its
 * suggestions.
 */
function kept(name: string): string | undefined {
  const value: unknown = window.history.state?.[name];
  return typeof value === 'string' ? value : undefined;
}

function keep(name: string, value: string, { pathname, search, hash }: URL): void {
  const state = { ...window.history.state, [name]: value };
  window.history.replaceState(state, '', `${pathname}${search}${hash}`);
}

const inAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('token');

/** Reads the one-time token after `#` in an e-mail's link and removes it from the address. Empty if there is none. */
export function useLinkToken(): () => string {
  useEffect(() => {
    const token = inAddress();
    if (token !== null)
      keep('token', token, Object.assign(new URL(window.location.href), { hash: '' }));
  }, []);
  return () => inAddress() ?? kept('token') ?? '';
}

/** Reads the token in the query parameter `name` and removes it from the address; `given` is the router's value. */
export function useQueryToken(name: string, given: string | undefined): string | undefined {
  const [token, setToken] = useState(given);
  useEffect(() => {
    if (given === undefined) return setToken(kept(name));
    const url = new URL(window.location.href);
    url.searchParams.delete(name);
    keep(name, given, url);
  }, [name, given]);
  return given ?? token;
}
