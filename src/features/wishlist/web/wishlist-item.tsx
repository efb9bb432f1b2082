import { memo, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { Byline } from '../../../blog/web/byline.tsx';
import { paths } from '../../../paths.ts';
import { Button, ButtonLink } from '../../../platform/web/ui/button.tsx';
import type { Wish } from '../contract.ts';
import { WishForm } from './wish-form.tsx';

/** Renders a wish's picture or category, supplied by the page. */
export type WishPart = (wish: Wish) => ReactNode;

interface WishlistItemProps {
  readonly wish: Wish;
  /** Place in the list, from 1. */
  readonly number: number;
  readonly cover: WishPart;
  readonly category: WishPart;
  readonly onRemove: (wish: Wish, number: number) => void;
}

const absences = {
  removed: 'This blog has been removed.',
  hidden: 'This blog isn’t available.',
  draft: 'This blog isn’t available for now: its author is writing on it.',
} as const;

const titleLook = 'font-display text-2xl font-medium text-balance wrap-anywhere';

function Badge({ number }: { readonly number: number }) {
  return (
    <span className="absolute top-2 left-2 min-w-9 rounded-sm bg-paper px-2 py-1 text-center font-display text-lg leading-tight text-ink">
      <span className="sr-only">Number </span>
      {number}
    </span>
  );
}

/**
 * A blog on the wishlist; a note for a removed blog. Memoized, as a list can have a thousand items: a removal doesn't
 * re-render the others.
 */
export const WishlistItem = memo(function WishlistItem({
  wish,
  number,
  cover,
  category,
  onRemove,
}: WishlistItemProps) {
  const titleId = useId();
  const path = paths.blog.to(wish.reviewId);
  return (
    <article
      aria-labelledby={titleId}
      className="card grid gap-x-8 gap-y-4 py-8 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div className="relative">
        {cover(wish)}
        <Badge number={number} />
      </div>
      <div className="flex flex-col">
        <p className="text-sm">{category(wish)}</p>
        <h2
          id={titleId}
          dir="auto"
          className={`mt-1.5 ${titleLook} ${wish.isRemoved ? 'text-soft' : ''}`}
        >
          {wish.isRemoved ? (
            wish.title
          ) : (
            <Link viewTransition to={path} data-item="" className="card-link">
              {wish.title}
            </Link>
          )}
        </h2>
        <p dir="auto" className="mt-2 text-soft text-pretty wrap-anywhere">
          {wish.absence === null ? wish.shortDescription : absences[wish.absence]}
        </p>
        {wish.byline && <Byline blog={wish.byline} className="mt-3 text-sm" />}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-5 gap-y-1 pt-3">
          {!wish.isRemoved && (
            <ButtonLink
              look="quiet"
              size="small"
              to={path}
              tabIndex={-1}
              aria-describedby={titleId}
            >
              Details
            </ButtonLink>
          )}
          <Button
            size="small"
            aria-describedby={titleId}
            className="noscript:hidden"
            onClick={() => onRemove(wish, number)}
          >
            Remove
          </Button>
          <WishForm blogId={wish.reviewId} describedBy={titleId} isWished />
        </div>
      </div>
    </article>
  );
});
