import { useQueryClient } from '@tanstack/react-query';
import { useMatches, useNavigate } from 'react-router';
import { becomeViewer, personalKey } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { type SiteSettings, useSiteSettings } from '../platform/web/site-settings.ts';
import type { RouteHandle } from './routes.tsx';

/** Whether a page has nothing for somebody who isn't signed in. */
function needsAccount(handle: unknown, { reading }: SiteSettings): boolean {
  // Only pages have a handle, layouts don't.
  const access = (handle as RouteHandle | undefined)?.address.access;
  return access === 'member' || (access === 'reader' && reading === 'members');
}

/**
 * Logs out, and stays on the page, or goes home from one for people with an account; also by way of the provider that
 * has the accounts. Throws where it failed.
 */
export function useLogOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const settings = useSiteSettings();
  const handle = useMatches().at(-1)?.handle;

  return async () => {
    if (settings.accountsAt) {
      const { quitProvider } = await import('../features/account/web/session.ts');
      return quitProvider(queries);
    }
    // Home is on screen before the session ends: else this page's calls would be refused, and it would lead to Sign In.
    if (needsAccount(handle, settings)) await navigate(paths.home.to(), { flushSync: true });
    const { quitSession } = await import('../features/account/web/session.ts');
    // What Home has begun to ask for the person would be refused, too.
    await queries.cancelQueries({ queryKey: personalKey });
    await quitSession(queries);
    becomeViewer(queries, null);
  };
}
