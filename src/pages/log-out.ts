import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router';
import { becomeViewer, personalKey, readersKey } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { needsAccount } from '../platform/contract/define-page-address.ts';
import { type SiteSettings, useSiteSettings } from '../platform/web/site-settings.ts';
import { loadSession } from './load-session.ts';
import type { RouteHandle } from './routes.tsx';

/** Whether a page has no content for anonymous visitors. */
function isForMembers(handle: unknown, { reading }: SiteSettings): boolean {
  // Only pages have a handle, layouts don't.
  const address = (handle as RouteHandle | undefined)?.address;
  if (!address) return false;
  return needsAccount(address) || (address.access === 'reader' && reading === 'members');
}

/** Navigates home, and waits for the new page to render: the router's own promise resolves earlier. */
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
    // A prompt before leaving the page doesn't block logging out.
    if (window.location.pathname === home) await promise;
  };
}

/**
 * Logs out, through the external identity provider where there is one. Stays on the page, or goes home from a members'
 * page. Throws on failure.
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
    // Home renders before the session ends: a refused request of this page would redirect to Sign In.
    if (isForMembers(handle, settings)) await goHome();
    const { quitSession } = await loadSession();
    // Home's pending personal requests would be refused, too.
    for (const queryKey of [personalKey, readersKey]) {
      await queries.cancelQueries({ queryKey });
    }
    await quitSession(queries);
    becomeViewer(queries, null);
  };
}
