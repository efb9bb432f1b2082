import { LoadingIndicator, Skeleton } from '../../../../platform/web/ui/waiting.tsx';

const rows = Array.from({ length: 10 }, (_, index) => index);

/** Placeholder of the table of featured blogs while it loads. */
export function FeaturedSkeleton() {
  // Every page includes it and it seldom re-renders: the compiler's memoization would add more bytes than it saves
  // work.
  'use no memo';
  return (
    <div aria-busy="true">
      <div className="flex min-h-22 items-center md:min-h-11">
        <LoadingIndicator />
      </div>
      <div className="appears-late border-t-2 border-ink">
        {rows.map((row) => (
          <div key={row} className="border-b border-rule py-4 pl-10 md:pl-12">
            <Skeleton className="h-7 w-3/4 md:w-2/5" />
            <Skeleton className="mt-1 h-6 w-1/2 md:hidden" />
          </div>
        ))}
      </div>
    </div>
  );
}
