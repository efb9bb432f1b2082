import { useRef } from 'react';
import { useViewer } from '../../../identity/web/viewer.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { useAddToWishlist } from './use-add-to-wishlist.ts';
import { WishForm } from './wish-form.tsx';
import { WishMark } from './wish-mark.tsx';
import { WishedSlot } from './wished-slot.tsx';
import type { Wording } from './wishlist-wording.ts';

interface WishlistButtonProps {
  readonly blogId: string;
  /** The id of the element that names the blog. */
  readonly describedBy: string;
  /** Whose words say how it went. */
  readonly wording: Wording;
}

interface AddButtonProps extends WishlistButtonProps {
  readonly isWished: boolean;
}

function AddButton({ blogId, describedBy, wording, isWished }: AddButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const stateId = `${describedBy}-wished`;
  const { isAdding, add } = useAddToWishlist();

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
        // The key `s` presses it.
        data-save
        className="noscript:hidden"
        onClick={() => void run()}
      >
        <WishMark isWished={isWished} />
        {isAdding ? 'Adding...' : 'Add to Wishlist'}
      </Button>
      <WishForm blogId={blogId} describedBy={describedBy} isWished={isWished} />
      {isWished && (
        <span id={stateId} className="sr-only">
          In your wishlist
        </span>
      )}
    </>
  );
}

/** Adds a blog to one's wishlist, and shows whether it is there. */
export function WishlistButton(props: WishlistButtonProps) {
  const { status } = useViewer();
  const button = (isWished: boolean) => <AddButton {...props} isWished={isWished} />;
  if (status !== 'signed-in') return button(false);
  return <WishedSlot blogId={props.blogId}>{button}</WishedSlot>;
}
