import { useLayoutEffect } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';
import { unreadQuery } from '../features/notifications/web/notification-queries.ts';
import {
  featuredBlogsQuery,
  latestBlogsQuery,
} from '../features/reading/web/lists/list-queries.ts';
import { ThemeToggle } from '../features/theme/web/theme-button.tsx';
import { wishedBlogsQuery } from '../features/wishlist/web/wishlist-queries.ts';
import { Kept, type MadeFrom } from '../platform/web/kept.tsx';
import { lazyChunk } from '../platform/web/lazy-chunk.ts';
import { NavigationFocus, SkipLink } from '../platform/web/ui/navigation-focus.tsx';
import { useLazyDialog } from '../platform/web/ui/use-lazy-dialog.ts';
import { useComingPage } from './coming-page.ts';
import type { PageQuery } from './define-page.ts';
import { Footer } from './main-layout/footer.tsx';
import { Header } from './main-layout/header.tsx';
import { PageSkeleton } from './main-layout/page-skeleton.tsx';
import { Sidebar } from './main-layout/sidebar.tsx';
import type { RouteHandle } from './routes.tsx';
import { Shortcuts } from './shortcuts/shortcuts.ts';

const loadHelp = lazyChunk(() => import('./shortcuts/shortcut-help.tsx'));

const sidebarQueries = (): readonly PageQuery[] => [latestBlogsQuery(), featuredBlogsQuery()];

/**
 * Queries of the sidebar, and for members of the wishlist (its count and the state of buttons) and of unread
 * notifications.
 */
export function mainLayoutQueries(isMember: boolean): readonly PageQuery[] {
  return [...sidebarQueries(), ...(isMember ? [wishedBlogsQuery(), unreadQuery()] : [])];
}

const sidebarData: MadeFrom = (client) =>
  sidebarQueries().map(({ queryKey }) => client.getQueryData(queryKey));

/** The page at three quarters of the width, with the sidebar where its address says. */
function PageFrame() {
  const coming = useComingPage();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const { aside = 'beside' } = coming ?? handle?.address ?? {};

  useLayoutEffect(() => {
    // The router has stored the former page's scroll position.
    if (coming) window.scrollTo(0, 0);
  }, [coming]);

  return (
    <div className="page-frame mx-auto max-w-site px-gutter pt-8 lg:pt-10" data-aside={aside}>
      <main id="main" tabIndex={-1} data-coming={coming && ''}>
        {coming ? <PageSkeleton shape={coming.shape} /> : <Outlet />}
      </main>
      {aside !== 'none' && (
        <Kept name="sidebar" madeFrom={sidebarData}>
          <Sidebar />
        </Kept>
      )}
    </div>
  );
}

/** Header, the page and its side lists, footer and theme toggle. */
export function MainLayout() {
  const help = useLazyDialog(loadHelp);
  return (
    <>
      <SkipLink />
      <Header />
      <PageFrame />
      <Kept name="footer">
        <Footer onShortcuts={help.open} />
      </Kept>
      <Kept name="theme-toggle">
        <ThemeToggle />
      </Kept>
      <NavigationFocus />
      <Shortcuts onHelp={help.open} />
      {help.dialog && <help.dialog.ShortcutHelp onClose={help.close} />}
      <ScrollRestoration />
    </>
  );
}
