import { Outlet, ScrollRestoration } from 'react-router';
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
import type { PageQuery } from './define-page.ts';
import { Footer } from './main-layout/footer.tsx';
import { Header } from './main-layout/header.tsx';
import { Sidebar } from './main-layout/sidebar.tsx';
import { Shortcuts } from './shortcuts/shortcuts.ts';

const loadHelp = lazyChunk(() => import('./shortcuts/shortcut-help.tsx'));

const sidebarQueries = (): readonly PageQuery[] => [latestBlogsQuery(), featuredBlogsQuery()];

/**
 * What the sidebar shows, which blogs a member's wishlist has (the navigation counts them, and buttons say it), and how much
 * of what they are told is unread.
 */
export function mainLayoutQueries(isMember: boolean): readonly PageQuery[] {
  return [...sidebarQueries(), ...(isMember ? [wishedBlogsQuery(), unreadQuery()] : [])];
}

const sidebarData: MadeFrom = (client) =>
  sidebarQueries().map(({ queryKey }) => client.getQueryData(queryKey));

/** Header, the page in three quarters of the width, the side column, footer and theme toggle. */
export function MainLayout() {
  const help = useLazyDialog(loadHelp);
  return (
    <>
      <SkipLink />
      <Header />
      <div className="page-frame mx-auto max-w-site px-gutter pt-8 lg:pt-10">
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
        <Kept name="sidebar" madeFrom={sidebarData}>
          <Sidebar />
        </Kept>
      </div>
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
