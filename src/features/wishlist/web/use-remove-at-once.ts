import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useAddWish, useRemoveWishOf } from './wishlist-queries.ts';
import { failureOf, notRemoved } from './wishlist-wording.ts';

/** How long one can think better of it, in milliseconds. */
export const undoMs = 10_000;

interface PutBack {
  readonly blogId: string;
  /** What the toast says has gone, and what the next says when it is there again. */
  readonly goneText: string;
  readonly backText: string;
}

/** Says what has gone from the wishlist, and offers it back for a while. */
export function useOfferBack() {
  // Every card has it, and few ever use it: what the compiler would add weighs more than it saves.
  'use no memo';
  const { tell } = useDialogs();
  const { mutateAsync: addWish } = useAddWish();

  async function putBack({ blogId, backText }: PutBack): Promise<void> {
    try {
      await addWish(blogId);
      void showToast({ text: backText });
    } catch (error) {
      await tell({ ...failureOf('home', error), tone: 'problem' });
    }
  }

  return (gone: PutBack) =>
    void showToast({
      text: gone.goneText,
      durationMs: undoMs,
      action: { label: 'Undo', onClick: () => void putBack(gone) },
    });
}

/** Takes a blog off the wishlist without a question, as it can be undone. */
export function useRemoveAtOnce() {
  'use no memo';
  const { tell } = useDialogs();
  const { mutateAsync: removeWishOf } = useRemoveWishOf();
  const offerBack = useOfferBack();

  async function removeAtOnce(blogId: string): Promise<void> {
    try {
      await removeWishOf(blogId);
    } catch {
      return tell(notRemoved);
    }
    const backText = 'The blog is back in your wishlist.';
    offerBack({ blogId, goneText: 'Removed from your wishlist.', backText });
  }

  return removeAtOnce;
}
