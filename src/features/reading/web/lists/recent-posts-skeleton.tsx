import { Skeleton } from '../../../../platform/web/ui/waiting.tsx';

/**
 * As on a magazine's cover, the newest blog leads, the next two follow and the rest are small: positions in a grid of
 * six columns, title sizes and picture widths.
 */
export const ranks = {
  lead: {
    place:
      'md:col-span-6 md:grid md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:items-center md:gap-8',
    cover: 'md:self-start',
    title: 'text-3xl',
    longTitle: 'text-2xl',
    sizes: '(min-width: 64rem) 34rem, (min-width: 48rem) 56vw, 100vw',
  },
  second: {
    place: 'md:col-span-3',
    cover: '',
    title: 'text-2xl',
    longTitle: 'text-xl',
    sizes: '(min-width: 64rem) 28rem, (min-width: 48rem) 46vw, 100vw',
  },
  third: {
    place: 'md:col-span-2',
    cover: '',
    title: 'text-xl',
    longTitle: 'text-lg',
    sizes: '(min-width: 64rem) 18rem, (min-width: 48rem) 30vw, 100vw',
  },
} as const;
export type Rank = keyof typeof ranks;

export function rankOf(index: number): Rank {
  if (index === 0) return 'lead';
  return index < 3 ? 'second' : 'third';
}

/** The grid of six columns. */
export const row = 'grid grid-cols-1 gap-x-8 gap-y-12 md:grid-cols-6';

/** Placeholder of the latest blogs' cards while they load. */
export function RecentPostsSkeleton() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  return (
    <div className={row} aria-busy="true">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} className={ranks[rankOf(index)].place}>
          <Skeleton className="aspect-8/5 w-full" />
          <div>
            <Skeleton className="mt-4 h-5 w-24" />
            <Skeleton className="mt-2 h-8 w-full" />
            <Skeleton className="mt-3 h-20 w-full" />
            <Skeleton className="mt-3 h-5 w-3/5" />
            <Skeleton className="mt-4 h-9 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
