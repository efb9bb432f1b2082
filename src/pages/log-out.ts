import { useQueryClient } from '@tanstack/react-query';
import { useMatches, useNavigate } from 'react-router';
import { becomeViewer, personalKey } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { useSiteSettings } from '../platform/web/site-settings.ts';
import { needsAccount, type PageAccess } from './site-map.ts';

function accessOf(handle: unknown): PageAccess {
  // Only the routes of the site map have a handle.
  return (
    (handle as { readonly entry: { readonly access: PageAccess } } | undefined)?.entry.access ??
    'public'
  );
}

/**
 * Logs out, and stays on the page, or goes home from one for people with an account; also by way of the provider that
 * has the accounts. Throws where it failed.
 */
export function useLogOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const settings = useSiteSettings();
  const access = accessOf(useMatches().at(-1)?.handle);

  return async () => {
    if (settings.accountsAt) {
      const { quitProvider } = await import('../features/account/web/session.ts');
      return quitProvider(queries);
    }
    // Home is on screen before the session ends: else this page's calls would be refused, and it would lead to Sign In.
    if (needsAccount(access, settings)) await navigate(paths.home.to(), { flushSync: true });
    const { quitSession } = await import('../features/account/web/session.ts');
    // What Home has begun to ask for the person would be refused, too.
    await queries.cancelQueries({ queryKey: personalKey });
    await quitSession(queries);
    becomeViewer(queries, null);
  };
}
