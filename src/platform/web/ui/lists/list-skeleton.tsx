import { Skeleton } from '../waiting.tsx';

interface ListSkeletonProps {
  /** The height of an item, as a class. */
  readonly item?: string;
}

/** A placeholder for a list with a line above each item. */
export function ListSkeleton({ item = 'h-14' }: ListSkeletonProps) {
  return (
    <div aria-busy="true" className="grid gap-6 border-t border-rule py-5">
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} className={item} />
      ))}
    </div>
  );
}
