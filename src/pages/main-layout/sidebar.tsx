import { NewsletterBox } from '../../features/newsletter/newsletter-box.tsx';
import { PopularPosts } from '../../features/reading/web/lists/popular-posts.tsx';
import { RecentPostsList } from '../../features/reading/web/lists/recent-posts-list.tsx';
import { FollowUs } from './follow-us.tsx';

/** The column beside every page of the main layout; below the page on small windows. */
export function Sidebar() {
  return (
    <aside
      aria-label="More from The Content Hub"
      className="no-print mt-20 gap-x-12 *:mb-12 *:break-inside-avoid sm:columns-2 lg:mt-0 lg:columns-1"
    >
      <FollowUs />
      <PopularPosts />
      <NewsletterBox />
      <RecentPostsList />
    </aside>
  );
}
