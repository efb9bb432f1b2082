import { Skeleton } from '../../../platform/web/ui/waiting.tsx';

/** Two cards beside each other where there is room. */
export const grid = 'grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2';

/** Stands where a list of cards will be. */
export function BlogCardsSkeleton() {
  // Every page carries it, and it is seldom rendered: what the compiler would add weighs more than it saves.
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
