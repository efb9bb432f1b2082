import { useQueryClient } from '@tanstack/react-query';
import { useMatches, useNavigate } from 'react-router';
import { becomeViewer } from '../identity/web/viewer.ts';
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

/** Shows the site as to a stranger: the same page, or home where the page is for people with an account. */
export function useShowSignedOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const settings = useSiteSettings();
  const access = accessOf(useMatches().at(-1)?.handle);

  return async () => {
    // On screen before the viewer is gone: else the page itself would lead to Sign In.
    if (needsAccount(access, settings)) await navigate(paths.home.to(), { flushSync: true });
    becomeViewer(queries, null);
  };
}
