import { NewsletterBox } from '../../features/newsletter/web/newsletter-box.tsx';
import { PopularPosts } from '../../features/reading/web/lists/popular-posts.tsx';
import { RecentPostsList } from '../../features/reading/web/lists/recent-posts-list.tsx';
import { useSiteName } from '../../platform/web/site-settings.ts';
import { FollowUs } from './follow-us.tsx';

/** The column beside the pages of the main layout; below them on small windows, and where a page takes the whole width. */
export function Sidebar() {
  return (
    <aside
      aria-label={`More from ${useSiteName()}`}
      className="side-column no-print *:mb-12 *:break-inside-avoid"
    >
      <FollowUs />
      <PopularPosts />
      <NewsletterBox />
      <RecentPostsList />
    </aside>
  );
}
