import { useSearchParams } from 'react-router';
import { allBlogsQuery } from '../blog/web/blog-queries.ts';
import { AllBlogsFilter } from '../features/search/web/all-blogs-filter.tsx';
import { AllBlogsList } from '../features/search/web/all-blogs-list.tsx';
import { allBlogsRequestOf } from '../features/search/web/all-blogs-request.ts';
import { InterruptedWishAdder } from '../features/wishlist/web/interrupted-wish-adder.tsx';
import { WishlistButton } from '../features/wishlist/web/wishlist-button.tsx';
import { wishedBlogsQuery } from '../features/wishlist/web/wishlist-queries.ts';
import { paths } from '../paths.ts';
import { PageHeading } from '../platform/web/ui/page-heading.tsx';
import { definePage } from './define-page.ts';
import { useRefusal } from './refusal.ts';

function AllBlogsPage() {
  const [search] = useSearchParams();
  const request = allBlogsRequestOf(search);
  const refusal = useRefusal();
  return (
    <>
      <InterruptedWishAdder />
      <PageHeading>All Blogs</PageHeading>
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

export const allBlogsPage = definePage({
  component: AllBlogsPage,
  queries: ({ search, viewer }) => [
    allBlogsQuery(allBlogsRequestOf(search)),
    ...(viewer ? [wishedBlogsQuery()] : []),
  ],
  head: ({ search }) => {
    const request = allBlogsRequestOf(search);
    return {
      title: 'All Blogs',
      description:
        'Every blog on The Content Hub, newest first: technology, health, education, lifestyle, travel and more.',
      canonicalPath: paths.allBlogs.to(request),
      // Each search is a page of its own: search engines would never come to an end.
      isUnlisted: request.search !== '',
    };
  },
});
