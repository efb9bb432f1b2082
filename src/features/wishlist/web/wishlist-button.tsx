import { useRef } from 'react';
import { useViewer } from '../../../identity/web/viewer.ts';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { BookmarkButton } from './bookmark-button.tsx';
import { useAddToWishlist } from './use-add-to-wishlist.ts';
import { WishForm } from './wish-form.tsx';
import { WishedSlot } from './wished-slot.tsx';
import type { Wording } from './wishlist-wording.ts';

interface WishlistButtonProps {
  readonly blogId: string;
  /** The id of the element that names the blog. */
  readonly describedBy: string;
  /** The screen whose messages are used. */
  readonly wording: Wording;
}

interface AddButtonProps extends WishlistButtonProps {
  readonly isWished: boolean;
}

function AddButton({ blogId, describedBy, wording, isWished }: AddButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { isAdding, add } = useAddToWishlist();

  const { run } = useSingleFlight(async () => {
    await add({ blogId, wording });
    // The button was disabled in the meantime and so lost the focus.
    button.current?.focus();
  });

  return (
    <>
      <BookmarkButton
        ref={button}
        isWished={isWished}
        disabled={isAdding}
        aria-describedby={describedBy}
        label={isAdding ? 'Adding...' : undefined}
        onClick={() => void run()}
      />
      <WishForm blogId={blogId} describedBy={describedBy} isWished={isWished} />
    </>
  );
}

/** Adds a blog to the viewer's wishlist, and shows whether it is there. */
export function WishlistButton(props: WishlistButtonProps) {
  const { status } = useViewer();
  const button = (isWished: boolean) => <AddButton {...props} isWished={isWished} />;
  if (status !== 'signed-in') return button(false);
  return <WishedSlot blogId={props.blogId}>{button}</WishedSlot>;
}
