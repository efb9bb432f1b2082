import { Bookmark } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../../../platform/web/ui/button.tsx';

type BookmarkButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'look' | 'size'> & {
  readonly isWished: boolean;
  /** Another label while a wish is being added; `Add to Wishlist` by default. */
  readonly label?: string | undefined;
};

/**
 * Saves a blog for later: the same on cards and on a blog's own page. Its label is the specification's in both states;
 * `bookmark.css` shows the state.
 */
export function BookmarkButton({
  isWished,
  label = 'Add to Wishlist',
  ...rest
}: BookmarkButtonProps) {
  // Every card has it: the compiler's memoization would add more bytes than it saves work.
  'use no memo';
  return (
    <Button
      {...rest}
      look="plain"
      size="small"
      aria-pressed={isWished}
      // Target of the keyboard shortcut `s`; hidden without JavaScript.
      data-save
      className="bookmark noscript:hidden"
    >
      <Bookmark aria-hidden="true" size={18} />
      <span>{label}</span>
    </Button>
  );
}
