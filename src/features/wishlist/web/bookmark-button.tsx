import { Bookmark } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../platform/web/ui/button.tsx';

type BookmarkButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'look' | 'size'> & {
  readonly isWished: boolean;
  /** While a wish is added; `Add to Wishlist` by default. */
  readonly label?: string | undefined;
};

/**
 * Keeps a blog for later: the same on cards and on a blog's own page. Its name is the specification's, whether the blog is
 * on the wishlist or not; `bookmark.css` shows which.
 */
export function BookmarkButton({
  isWished,
  label = 'Add to Wishlist',
  ...rest
}: BookmarkButtonProps) {
  // Every card has it: what the compiler would add weighs more than it saves.
  'use no memo';
  return (
    <Button
      {...rest}
      look="plain"
      size="small"
      aria-pressed={isWished}
      // The key `s` presses it; it can do nothing where there is no JavaScript.
      data-save
      className="bookmark noscript:hidden"
    >
      <Bookmark aria-hidden="true" size={18} />
      <span>{label}</span>
    </Button>
  );
}
