import { Bookmark } from 'lucide-react';

/** A bookmark, which is filled where the blog is on the wishlist. */
export function WishMark({ isWished }: { readonly isWished: boolean }) {
  return (
    <Bookmark
      aria-hidden="true"
      size={16}
      className={`transition-[fill,color,scale] group-active/wish:scale-125 ${isWished ? 'fill-accent text-accent' : 'fill-transparent text-faint group-hover/wish:text-accent'}`}
    />
  );
}
