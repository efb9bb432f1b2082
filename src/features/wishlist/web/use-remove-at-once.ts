import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { showToast } from '../../../platform/web/ui/toasts/toasts.tsx';
import { useAddWish, useRemoveWishOf } from './wishlist-queries.ts';
import { failureOf, notRemoved } from './wishlist-wording.ts';

/** Milliseconds in which a removal can be undone. */
export const undoMs = 10_000;

interface PutBack {
  readonly blogId: string;
  /** Texts of the toasts after the removal and after its undo. */
  readonly goneText: string;
  readonly backText: string;
}

/** Reports a removal from the wishlist, and offers an undo for a while. */
export function useOfferBack() {
  // Every card has it and few use it: the compiler's memoization would add more bytes than it saves work.
  'use no memo';
  const { showMessage } = useDialogs();
  const { mutateAsync: addWish } = useAddWish();

  async function putBack({ blogId, backText }: PutBack): Promise<void> {
    try {
      await addWish(blogId);
      void showToast({ text: backText });
    } catch (error) {
      await showMessage({ ...failureOf('home', error), tone: 'problem' });
    }
  }

  return (gone: PutBack) =>
    void showToast({
      text: gone.goneText,
      durationMs: undoMs,
      action: { label: 'Undo', onClick: () => void putBack(gone) },
    });
}

/** Removes a blog from the wishlist without a confirmation, as it can be undone. */
export function useRemoveAtOnce() {
  'use no memo';
  const { showMessage } = useDialogs();
  const { mutateAsync: removeWishOf } = useRemoveWishOf();
  const offerBack = useOfferBack();

  async function removeAtOnce(blogId: string): Promise<void> {
    try {
      await removeWishOf(blogId);
    } catch {
      return showMessage(notRemoved);
    }
    const backText = 'The blog is back in your wishlist.';
    offerBack({ blogId, goneText: 'Removed from your wishlist.', backText });
  }

  return removeAtOnce;
}
