import { shorten } from '../../../platform/text/shorten.ts';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import type { Wish } from '../contract.ts';
import { useOfferBack } from './use-remove-at-once.ts';
import { useRemoveWish } from './wishlist-queries.ts';
import { notRemoved } from './wishlist-wording.ts';

/** Code points of a title that a toast has room for. */
const toastTitleMax = 60;

/** Asks, removes and says how it went; resolves to whether the item went. A toast offers it back. */
export function useRemoveFromWishlist() {
  const { ask, tell } = useDialogs();
  const { mutateAsync: removeWish } = useRemoveWish();
  const offerBack = useOfferBack();

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
      return tell(notRemoved);
    }
    await tell({
      title: 'Removed!',
      text: 'The item has been removed from your wishlist.',
      tone: 'good',
    });
    onRemoved();
    // A removed blog can't be wished for again.
    if (wish.isRemoved) return;
    const title = `“${shorten(wish.title, toastTitleMax)}”`;
    offerBack({
      blogId: wish.reviewId,
      goneText: `${title} was removed.`,
      backText: `${title} is back in your wishlist.`,
    });
  });
}
