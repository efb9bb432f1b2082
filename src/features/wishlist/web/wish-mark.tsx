import { Bookmark } from 'lucide-react';

/** A bookmark, which is filled where the blog is on the wishlist. */
export function WishMark({ isWished }: { readonly isWished: boolean }) {
  return (
    <Bookmark
      aria-hidden="true"
      size={16}
      className={isWished ? 'wish-mark is-wished' : 'wish-mark'}
    />
  );
}
