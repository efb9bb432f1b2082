import { useEffect, useState } from 'react';

/** What the entry of the browser's history keeps: a reload finds it again, an address bar and its suggestions don't show it. */
function kept(name: string): string | undefined {
  const value: unknown = window.history.state?.[name];
  return typeof value === 'string' ? value : undefined;
}

function keep(name: string, value: string, { pathname, search, hash }: URL): void {
  const state = { ...window.history.state, [name]: value };
  window.history.replaceState(state, '', `${pathname}${search}${hash}`);
}

const inAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('token');

/** Reads the one-time token that a letter's link carries behind `#`, and takes it out of the address. Empty where there is none. */
export function useLinkToken(): () => string {
  useEffect(() => {
    const token = inAddress();
    if (token !== null)
      keep('token', token, Object.assign(new URL(window.location.href), { hash: '' }));
  }, []);
  return () => inAddress() ?? kept('token') ?? '';
}

/** The token that stands in the address's query as `name`, and then no more: `given` is what the router read there. */
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
