import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router';
import { becomeViewer, personalKey, readersKey } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { needsAccount } from '../platform/contract/define-page-address.ts';
import { type SiteSettings, useSiteSettings } from '../platform/web/site-settings.ts';
import { loadSession } from './load-session.ts';
import type { RouteHandle } from './routes.tsx';

/** Whether a page has nothing for a visitor who isn't signed in. */
function isForMembers(handle: unknown, { reading }: SiteSettings): boolean {
  // Only pages have a handle, layouts don't.
  const address = (handle as RouteHandle | undefined)?.address;
  if (!address) return false;
  return needsAccount(address) || (address.access === 'reader' && reading === 'members');
}

/** Leads home, and waits until what was on screen is gone: the router's own promise is kept before that. */
function useGoHome(): () => Promise<void> {
  const navigate = useNavigate();
  const { key } = useLocation();
  const onLeft = useRef<(key: string) => void>(() => {});

  useEffect(() => () => onLeft.current(key), [key]);

  return async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    onLeft.current = resolve;
    const home = paths.home.to();
    await navigate(home);
    // A page that asks before it is left holds nobody who logs out.
    if (window.location.pathname === home) await promise;
  };
}

/**
 * Logs out, and stays on the page, or goes home from one for people with an account; also by way of the provider that
 * has the accounts. Throws where it failed.
 */
export function useLogOut(): () => Promise<void> {
  const queries = useQueryClient();
  const goHome = useGoHome();
  const settings = useSiteSettings();
  const handle = useMatches().at(-1)?.handle;

  return async () => {
    if (settings.accountsAt) {
      const { quitProvider } = await loadSession();
      return quitProvider(queries);
    }
    // Home is on screen before the session ends: else this page's calls would be refused, and it would lead to Sign In.
    if (isForMembers(handle, settings)) await goHome();
    const { quitSession } = await loadSession();
    // What Home has begun to ask for the person would be refused, too.
    for (const queryKey of [personalKey, readersKey]) {
      await queries.cancelQueries({ queryKey });
    }
    await quitSession(queries);
    becomeViewer(queries, null);
  };
}
