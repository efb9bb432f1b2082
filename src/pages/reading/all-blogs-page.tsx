import { Link } from 'react-router';
import { AllBlogsFilter } from '../../features/search/web/all-blogs-filter.tsx';
import { AllBlogsList } from '../../features/search/web/all-blogs-list.tsx';
import { allBlogsQuery } from '../../features/search/web/all-blogs-query.ts';
import { isTextSearch, textSearchQuery } from '../../features/search/web/text-search-query.ts';
import { InterruptedWishAdder } from '../../features/wishlist/web/interrupted-wish-adder.tsx';
import { WishlistButton } from '../../features/wishlist/web/wishlist-button.tsx';
import { paths } from '../../paths.ts';
import { categoryFeedPath } from '../../platform/site/feed-paths.ts';
import { nameIn } from '../../platform/site/own-settings.ts';
import { PageHeading } from '../../platform/web/ui/headings.tsx';
import { textLink } from '../../platform/web/ui/text-link.ts';
import { definePage, usePageQuery, useRefusal } from '../define-page.ts';

function AllBlogsPage() {
  const request = usePageQuery(paths.allBlogs);
  const refusal = useRefusal();
  return (
    <>
      <InterruptedWishAdder />
      <PageHeading
        lead={
          <Link viewTransition to={paths.archive.to()} className={textLink}>
            Archive by month
          </Link>
        }
      >
        All Blogs
      </PageHeading>
      <AllBlogsFilter request={request} />
      <AllBlogsList
        request={request}
        refusal={refusal}
        action={({ _id }, titleId) => (
          <WishlistButton blogId={_id} describedBy={titleId} wording="all-blogs" />
        )}
      />
    </>
  );
}

export const page = definePage(paths.allBlogs, {
  component: AllBlogsPage,
  queries: ({ query, settings, isMember }) => [
    allBlogsQuery(query),
    // Full-text matches are shown only to visitors who may read whole blogs.
    ...(isTextSearch(query) && (isMember || settings.reading === 'public')
      ? [textSearchQuery(query)]
      : []),
  ],
  head: ({ query, settings: { own } }) => ({
    title: [
      'All Blogs',
      query.filter && `in ${query.filter}`,
      query.search && `for “${query.search}”`,
    ]
      .filter(Boolean)
      .join(' '),
    description: `Every blog on ${nameIn(own)}, newest first: technology, health, education, lifestyle, travel and more.`,
    ...(query.filter && {
      feed: {
        name: `${query.filter} | ${nameIn(own)}`,
        path: categoryFeedPath(query.filter),
        isRss: true,
      },
    }),
    // Search result pages are endless: keep them out of search engines.
    isUnlisted: query.search !== '',
  }),
});
