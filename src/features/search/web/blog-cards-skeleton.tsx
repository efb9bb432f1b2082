import { Skeleton } from '../../../platform/web/ui/waiting.tsx';

/** Two columns of cards if there is room. */
export const grid = 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2';

/** Placeholder of a list of cards while it loads. */
export function BlogCardsSkeleton() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  return (
    <div className={grid} aria-busy="true">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <div key={index} aria-hidden="true">
          <Skeleton className="aspect-8/5 w-full" />
          <Skeleton className="mt-4 h-5 w-24" />
          <Skeleton className="mt-2 h-8 w-4/5" />
          <Skeleton className="mt-3 h-20 w-full" />
          <Skeleton className="mt-3 h-5 w-3/5" />
          <Skeleton className="mt-4 h-9 w-40" />
        </div>
      ))}
    </div>
  );
}
