import { NewsletterBox } from '../../features/newsletter/web/newsletter-box.tsx';
import { PopularPosts } from '../../features/reading/web/lists/popular-posts.tsx';
import { RecentPostsList } from '../../features/reading/web/lists/recent-posts-list.tsx';
import { siteFeeds } from '../../platform/site/feed-paths.ts';
import { linkOf } from '../../platform/site/own-settings.ts';
import { useSiteName, useSiteSettings } from '../../platform/web/site-settings.ts';
import { SideSection } from '../../platform/web/ui/headed-section.tsx';
import { PlaceholderLink } from '../../platform/web/ui/placeholder-link.tsx';

const networks = ['Twitter', 'Facebook', 'YouTube', 'RSS'] as const;

/** Links to the site's profiles on social networks; placeholders until the owner sets them. */
function FollowUs() {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  const { own, letters } = useSiteSettings();
  const links = (own?.social ?? networks).map((link) =>
    // The site is configured, so the RSS link leads to its feed.
    letters && link === 'RSS' ? { label: link, url: siteFeeds.rss } : linkOf(link),
  );
  if (links.length === 0) return null;
  return (
    <SideSection title="Follow Us">
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {links.map(({ label, url }) => (
          <li key={label}>
            <PlaceholderLink href={url} className="small-link font-medium">
              {label}
            </PlaceholderLink>
          </li>
        ))}
      </ul>
    </SideSection>
  );
}

/** The sidebar of the main layout; below the page on small windows, and where a page has the full width. */
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
