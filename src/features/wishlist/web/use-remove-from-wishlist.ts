import { shorten } from '../../../platform/text/shorten.ts';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { showToast } from '../../../platform/web/ui/toasts.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import type { Wish } from '../contract.ts';
import { useAddWish, useRemoveWish } from './wishlist-queries.ts';
import { failureOf } from './wishlist-wording.ts';

/** How long one can think better of it, in milliseconds. */
const undoMs = 10_000;
/** Code points of a title that a toast has room for. */
const toastTitleMax = 60;

/** Asks, removes and says how it went; resolves to whether the item went. A toast offers it back. */
export function useRemoveFromWishlist() {
  const { ask, tell } = useDialogs();
  const { mutateAsync: removeWish } = useRemoveWish();
  const { mutateAsync: addWish } = useAddWish();

  async function putBack(wish: Wish): Promise<void> {
    try {
      await addWish(wish.reviewId);
      void showToast({ text: `“${shorten(wish.title, toastTitleMax)}” is back in your wishlist.` });
    } catch (error) {
      await tell({ ...failureOf('home', error), tone: 'problem' });
    }
  }

  function offerBack(wish: Wish): void {
    // A removed blog can't be wished for again.
    if (wish.isRemoved) return;
    void showToast({
      text: `“${shorten(wish.title, toastTitleMax)}” was removed.`,
      durationMs: undoMs,
      action: { label: 'Undo', onClick: () => void putBack(wish) },
    });
  }

  return useSingleFlight(async (wish: Wish, onRemoved: () => void) => {
    const isSure = await ask({
      title: 'Are you sure?',
      text: "You won't be able to undo this action!",
      confirmLabel: 'Yes, remove it!',
    });
    if (!isSure) return;
    try {
      await removeWish(wish);
    } catch {
      return tell({
        title: 'Something went wrong',
        text: 'Failed to remove the item from your wishlist.',
        tone: 'problem',
      });
    }
    await tell({ title: 'Removed!', text: 'The item has been removed from your wishlist.' });
    onRemoved();
    offerBack(wish);
  });
}
