import { useQuery } from '@tanstack/react-query';
import { countWords } from '../../../platform/text/count-words.ts';
import { reader, textFor } from '../../../platform/web/personal/personal.ts';
import { Slot } from '../../../platform/web/personal/slot.tsx';
import { wishedBlogsQuery } from './wishlist-queries.ts';

const hasWishes = reader('has-wishes', (ids: readonly string[]) => ids.length > 0);
const wishCountOf = reader('wish-count', (ids: readonly string[]) => String(ids.length));
const wishWordsOf = reader('wish-words', (ids: readonly string[]) =>
  countWords(ids.length, 'blog', 'blogs'),
);

/** The number of blogs on a member's wishlist, beside the link that `id` describes; renders nothing for none. */
export function WishCount({ id }: { readonly id: string }) {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  const { data: wishes } = useQuery(wishedBlogsQuery());
  if (!wishes) return null;
  return (
    <Slot of={wishes} is={hasWishes} about={undefined}>
      {(isSo) =>
        isSo && (
          <span className="ml-1.5 min-w-5 rounded-full bg-sunk px-1.5 text-center text-xs leading-5 font-semibold text-soft tabular-nums">
            <span aria-hidden="true">{textFor(wishes, wishCountOf)}</span>
            <span id={id} className="sr-only">
              {textFor(wishes, wishWordsOf)}
            </span>
          </span>
        )
      }
    </Slot>
  );
}
