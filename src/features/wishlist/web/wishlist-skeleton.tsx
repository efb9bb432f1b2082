import { Skeleton } from '../../../platform/web/ui/waiting.tsx';

/** Stands where the wishlist will be. */
export function WishlistSkeleton() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
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
            <Skeleton className="mt-5 h-9 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
