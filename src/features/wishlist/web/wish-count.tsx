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

/** How many blogs are on the viewer's wishlist, beside the link that `id` describes; nothing at none. For members. */
export function WishCount({ id }: { readonly id: string }) {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
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
