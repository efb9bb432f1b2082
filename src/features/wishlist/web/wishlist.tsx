import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { countWords } from '../../../platform/text/count-words.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import { Button } from '../../../platform/web/ui/button.tsx';
import { useDialogs } from '../../../platform/web/ui/dialogs.tsx';
import { ErrorNote } from '../../../platform/web/ui/error-note.tsx';
import { EmptyState } from '../../../platform/web/ui/lists/empty-state.tsx';
import { useSingleFlight } from '../../../platform/web/use-single-flight.ts';
import type { Wish } from '../contract.ts';
import { useOfferBack } from './use-remove-at-once.ts';
import { WishlistItem, type WishPart } from './wishlist-item.tsx';
import { useRemoveWish, wishlistQuery } from './wishlist-queries.ts';
import { WishlistSkeleton } from './wishlist-skeleton.tsx';
import { notRemoved } from './wishlist-wording.ts';

/** Maximum length of a title in a toast, in code points. */
const toastTitleMax = 60;

/** Asks, removes and reports the outcome; resolves to whether the item was removed. A toast offers an undo. */
function useRemoveFromWishlist() {
  const { ask, showMessage } = useDialogs();
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
      return showMessage(notRemoved);
    }
    await showMessage({
      title: 'Removed!',
      text: 'The item has been removed from your wishlist.',
      tone: 'good',
    });
    onRemoved();
    // A removed blog can't be added again.
    if (wish.isRemoved) return;
    const title = `“${shorten(wish.title, toastTitleMax)}”`;
    offerBack({
      blogId: wish.reviewId,
      goneText: `${title} was removed.`,
      backText: `${title} is back in your wishlist.`,
    });
  });
}

/** Items shown at first, and added with each press: a page with more would load slowly. */
const step = 100;

/** Items in the initial viewport. */
const inViewport = 3;
/** The other items are rendered near the viewport, and reserve their approximate size until then. */
const laterLook =
  '[contain-intrinsic-block-size:auto_27rem] [content-visibility:auto] sm:[contain-intrinsic-block-size:auto_17rem]';

interface WishlistProps {
  /** Empty for all. */
  readonly category: string;
  readonly cover: WishPart;
  readonly categoryLabel: WishPart;
  /** An action for an empty list. */
  readonly emptyAction: ReactNode;
}

type ItemsProps = Pick<WishlistProps, 'cover' | 'categoryLabel'> & {
  readonly wishes: readonly Wish[];
};

function Items({ wishes, cover, categoryLabel }: ItemsProps) {
  const [shown, setShown] = useState(step);
  const list = useRef<HTMLOListElement>(null);
  const { run: remove } = useRemoveFromWishlist();
  const rest = wishes.length - shown;

  function onRemove(wish: Wish, number: number) {
    void remove(wish, () => {
      // The focused button was removed: the next item's button gets the focus, or the last one.
      const buttons = list.current?.querySelectorAll('button') ?? [];
      (buttons[number - 1] ?? buttons[number - 2])?.focus();
    });
  }

  return (
    <section aria-label="Items">
      <p role="status" className="text-sm text-faint">
        {countWords(wishes.length, 'blog', 'blogs')}
      </p>
      <ol ref={list} className="divide-y divide-rule">
        {wishes.slice(0, shown).map((wish, index) => (
          <li key={wish._id} className={index < inViewport ? undefined : laterLook}>
            <WishlistItem
              wish={wish}
              number={index + 1}
              cover={cover}
              category={categoryLabel}
              onRemove={onRemove}
            />
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <div className="border-t border-rule pt-6">
          <Button onClick={() => setShown((count) => count + step)}>
            Show {Math.min(step, rest)} more
          </Button>
        </div>
      )}
    </section>
  );
}

/** The viewer's wishlist, or a category of it. */
export function Wishlist({ category, cover, categoryLabel, emptyAction }: WishlistProps) {
  const { showMessage } = useDialogs();
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...wishlistQuery(category),
    placeholderData: keepPreviousData,
  });

  const showFailure = useEffectEvent(() => {
    void showMessage({
      title: 'Something went wrong',
      text: 'Failed to load your wishlist.',
      tone: 'problem',
    });
  });
  useEffect(() => {
    if (isError) showFailure();
  }, [isError]);

  if (isError) return <ErrorNote onRetry={() => refetch()}>Error fetching wishlist</ErrorNote>;
  if (!data) return <WishlistSkeleton />;
  if (data.length === 0) {
    return (
      <EmptyState
        drawing="shelf"
        title="Your wishlist is empty."
        text="Press the bookmark of a blog, and it waits for you here."
        action={emptyAction}
      />
    );
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={`transition-opacity ${isPlaceholderData ? 'opacity-50' : ''}`}
    >
      <Items key={category} wishes={data} cover={cover} categoryLabel={categoryLabel} />
    </div>
  );
}
