import { useViewer } from '../../../identity/web/viewer.ts';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import { BookmarkButton } from './bookmark-button.tsx';
import { useAddToWishlist } from './use-add-to-wishlist.ts';
import { undoMs, useRemoveAtOnce } from './use-remove-at-once.ts';
import { WishForm } from './wish-form.tsx';
import { WishedSlot } from './wished-slot.tsx';
import { isThereAlready } from './wishlist-queries.ts';
import { failureOf } from './wishlist-wording.ts';

interface ToggleProps {
  readonly blogId: string;
  readonly isWished: boolean;
}

function Toggle({ blogId, isWished }: ToggleProps) {
  const { showMessage } = useDialogs();
  const { add } = useAddToWishlist();
  const removeAtOnce = useRemoveAtOnce();

  const offerRemoval = () =>
    void showToast({
      text: 'Added to your wishlist.',
      durationMs: undoMs,
      action: { label: 'Undo', onClick: () => void removeAtOnce(blogId) },
    });

  const { isPending, run } = useSingleFlight(async () => {
    if (isWished) return removeAtOnce(blogId);
    await add(
      { blogId, wording: 'home' },
      {
        added: async () => offerRemoval(),
        async failed(error) {
          // Another tab already added it: the blog is on the list as requested.
          if (isThereAlready(error)) return offerRemoval();
          await showMessage({ ...failureOf('home', error), tone: 'problem' });
        },
      },
    );
  });

  return (
    <>
      <BookmarkButton isWished={isWished} aria-disabled={isPending} onClick={() => void run()} />
      <WishForm blogId={blogId} isWished={isWished} />
    </>
  );
}

/** On a blog's own page: adds the blog to the viewer's wishlist, or removes it. */
export function WishlistToggle({ blogId }: Pick<ToggleProps, 'blogId'>) {
  const { status } = useViewer();
  const toggle = (isWished: boolean) => <Toggle blogId={blogId} isWished={isWished} />;
  if (status !== 'signed-in') return toggle(false);
  return <WishedSlot blogId={blogId}>{toggle}</WishedSlot>;
}
