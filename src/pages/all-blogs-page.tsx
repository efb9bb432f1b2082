import { useSearchParams } from 'react-router';
import { AllBlogsFilter } from '../features/blogs/web/all-blogs-filter.tsx';
import { AllBlogsList } from '../features/blogs/web/all-blogs-list.tsx';
import { allBlogsRequestOf } from '../features/blogs/web/all-blogs-request.ts';
import { allBlogsQuery } from '../features/blogs/web/blog-queries.ts';
import { WishlistButton } from '../features/wishlist/web/wishlist-button.tsx';
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
      <PageHeading>All Blogs</PageHeading>
      <AllBlogsFilter request={request} />
      <AllBlogsList
        request={request}
        refusal={refusal}
        action={(_blog, titleId) => <WishlistButton describedBy={titleId} />}
      />
    </>
  );
}

export const allBlogsPage = definePage({
  component: AllBlogsPage,
  queries: ({ search }) => [allBlogsQuery(allBlogsRequestOf(search))],
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
