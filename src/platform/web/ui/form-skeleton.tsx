import { LoadingIndicator } from './loading-indicator.tsx';
import { Skeleton } from './skeleton.tsx';

/** Stands where a form with this many fields will be. */
export function FormSkeleton({ fields }: { readonly fields: number }) {
  return (
    <div aria-busy="true" className="grid gap-6">
      <LoadingIndicator />
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields never change.
        <div key={index} className="grid gap-2">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-11 w-full" />
        </div>
      ))}
    </div>
  );
}
