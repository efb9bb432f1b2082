import type { BlogSummary } from '../../blog/contract.ts';
import { BlogCards } from '../../features/search/web/blog-cards.tsx';
import { BlogCardsSkeleton } from '../../features/search/web/blog-cards-skeleton.tsx';
import { WishlistButton } from '../../features/wishlist/web/wishlist-button.tsx';

/** Blogs as cards with a wish button, or skeletons while they load. */
export function wishableCards(blogs: readonly BlogSummary[] | undefined) {
  if (!blogs) return <BlogCardsSkeleton />;
  return (
    <BlogCards
      blogs={blogs}
      action={({ _id }, titleId) => (
        <WishlistButton blogId={_id} describedBy={titleId} wording="all-blogs" />
      )}
    />
  );
}
