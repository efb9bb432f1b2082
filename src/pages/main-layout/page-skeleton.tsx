import type { ReactNode } from 'react';
import { BlogSkeleton } from '../../features/reading/web/article/blog-skeleton.tsx';
import { FeaturedSkeleton } from '../../features/reading/web/lists/featured-skeleton.tsx';
import { RecentPostsSkeleton } from '../../features/reading/web/lists/recent-posts-skeleton.tsx';
import { BlogCardsSkeleton } from '../../features/search/web/blog-cards-skeleton.tsx';
import { WishlistSkeleton } from '../../features/wishlist/web/wishlist-skeleton.tsx';
import { EditorSkeleton } from '../../features/writing/editor/web/editor-skeleton.tsx';
import type { PageShape } from '../../platform/contract/define-page-address.ts';
import { FormSkeleton, Skeleton } from '../../platform/web/ui/waiting.tsx';

/** For a page with a heading, and usually a line of filters. */
function headed(content: ReactNode): ReactNode {
  return (
    <>
      <Skeleton className="mb-10 h-13 w-64" />
      <Skeleton className="mb-8 h-11 w-full" />
      {content}
    </>
  );
}

const rows = (
  <div className="grid gap-6 border-t border-rule py-5">
    {[0, 1, 2, 3].map((index) => (
      <Skeleton key={index} className="h-14" />
    ))}
  </div>
);

const skeletons: Readonly<Record<PageShape, () => ReactNode>> = {
  front: () => (
    <>
      <Skeleton className="mb-6 h-11 w-full" />
      <Skeleton className="mb-12 h-75 w-full" />
      <Skeleton className="mb-4 h-12 w-full" />
      <RecentPostsSkeleton />
    </>
  ),
  article: () => <BlogSkeleton />,
  cards: () => headed(<BlogCardsSkeleton />),
  pictures: () => headed(<WishlistSkeleton />),
  table: () => headed(<FeaturedSkeleton />),
  list: () => headed(rows),
  form: () => headed(<FormSkeleton fields={4} />),
  editor: () => (
    <>
      <Skeleton className="mb-4 h-7 w-40" />
      <EditorSkeleton />
    </>
  ),
};

/** Placeholder of a page whose chunk is loading. */
export function PageSkeleton({ shape }: { readonly shape: PageShape }) {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  return skeletons[shape]();
}
