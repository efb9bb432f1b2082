import { Skeleton } from '../../../platform/web/ui/waiting.tsx';

/** Placeholder of the wishlist while it loads. */
export function WishlistSkeleton() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  return (
    <div aria-busy="true">
      <Skeleton className="h-5 w-16" />
      {[0, 1, 2].map((index) => (
        <div
          key={index}
          className="grid gap-x-8 gap-y-4 py-8 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
        >
          <Skeleton className="aspect-8/5 w-full" />
          <div>
            <Skeleton className="h-4 w-24" />
            <Skeleton className="mt-3 h-7 w-4/5" />
            <Skeleton className="mt-3 h-14 w-full" />
            <Skeleton className="mt-3 h-5 w-4/5" />
            <Skeleton className="mt-3 h-9 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
