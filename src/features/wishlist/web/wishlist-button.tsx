import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useId, useRef } from 'react';
import { useViewer } from '../../../identity/web/viewer.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { useAddToWishlist } from './use-add-to-wishlist.ts';
import { wishedBlogsQuery } from './wishlist-queries.ts';
import type { Wording } from './wishlist-wording.ts';

interface WishlistButtonProps {
  readonly blogId: string;
  /** The id of the element that names the blog. */
  readonly describedBy: string;
  /** Whose words say how it went. */
  readonly wording: Wording;
}

/** Adds a blog to one's wishlist, and shows whether it is there. */
export function WishlistButton({ blogId, describedBy, wording }: WishlistButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const stateId = useId();
  const viewer = useViewer();
  const { isAdding, add } = useAddToWishlist();
  const { data: isWished = false } = useQuery({
    ...wishedBlogsQuery(),
    enabled: viewer.status === 'signed-in',
    select: (ids) => ids.includes(blogId),
  });

  const { run } = useSingleFlight(async () => {
    await add({ blogId, wording });
    // It was disabled meanwhile, and so lost the focus.
    button.current?.focus();
  });

  return (
    <>
      <Button
        ref={button}
        look="plain"
        size="small"
        disabled={isAdding}
        aria-describedby={isWished ? `${describedBy} ${stateId}` : describedBy}
        // It can do nothing where there is no JavaScript.
        className="noscript:hidden"
        onClick={() => void run()}
      >
        <Bookmark
          aria-hidden="true"
          size={16}
          className={isWished ? 'fill-accent text-accent' : 'text-faint'}
        />
        {isAdding ? 'Adding...' : 'Add to Wishlist'}
      </Button>
      {isWished && (
        <span id={stateId} className="text-sm text-faint noscript:hidden">
          In your wishlist
        </span>
      )}
    </>
  );
}
