import { Link } from 'react-router';
import { LatestTicker } from '../features/reading/web/lists/latest-ticker.tsx';
import { latestBlogsQuery } from '../features/reading/web/lists/list-queries.ts';
import { RecentPosts } from '../features/reading/web/lists/recent-posts.tsx';
import { sharedHome } from '../features/sharing/shared-pages.ts';
import { InterruptedWishAdder } from '../features/wishlist/web/interrupted-wish-adder.tsx';
import { WishlistButton } from '../features/wishlist/web/wishlist-button.tsx';
import { useViewer } from '../identity/web/viewer.ts';
import { paths } from '../paths.ts';
import { nameIn, siteIntro } from '../platform/site/own-settings.ts';
import { rememberedSwitch, useRememberedSwitch } from '../platform/web/remembered-switch.ts';
import { SectionHeading } from '../platform/web/ui/headings.tsx';
import { textLink } from '../platform/web/ui/text-link.ts';
import { definePage } from './define-page.ts';
import { Hero } from './home-page/hero.tsx';

const blogsSectionId = 'blogs-section';
/** Whether the visitor has paused animations. */
const pausedSwitch = rememberedSwitch('motion', 'paused');

function HomePage() {
  const isMember = useViewer().status === 'signed-in';
  const isPaused = useRememberedSwitch(pausedSwitch);
  return (
    <>
      <InterruptedWishAdder />
      <LatestTicker isPaused={isPaused} onPausedChange={pausedSwitch.set} />
      <Hero isPaused={isPaused} targetId={blogsSectionId} />
      <section id={blogsSectionId} tabIndex={-1} className="scroll-mt-4 pt-12">
        <SectionHeading>Recent Posts</SectionHeading>
        {isMember && (
          <p className="-mt-2 mb-6 text-sm">
            <Link viewTransition to={paths.following.to()} className={textLink}>
              By authors you follow
            </Link>
          </p>
        )}
        <RecentPosts
          action={({ _id }, titleId) => (
            <WishlistButton blogId={_id} describedBy={titleId} wording="home" />
          )}
        />
      </section>
    </>
  );
}

export const page = definePage(paths.home, {
  component: HomePage,
  queries: () => [latestBlogsQuery()],
  head: ({ settings: { own, siteUrl } }) => ({
    title: 'Home',
    description: own?.intro || siteIntro,
    shared: sharedHome(own),
    // Tells search engines the site's name.
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'WebSite',
      name: nameIn(own),
      url: new URL(paths.home.to(), siteUrl).href,
      description: own?.intro || siteIntro,
    },
  }),
});
