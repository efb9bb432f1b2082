import { Skeleton } from '../../../../platform/web/ui/waiting.tsx';

/** Placeholder of a blog while it loads. */
export function BlogSkeleton() {
  return (
    <div aria-busy="true" className="article-page">
      {/* Without a tabindex: the focus moves to the final heading. */}
      <h1 className="sr-only">Loading the blog…</h1>
      <div className="mx-auto max-w-measure">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="mt-3 h-16 w-full" />
        <Skeleton className="mt-4 h-14 w-full" />
        <Skeleton className="mt-6 h-12 w-64" />
      </div>
      <Skeleton className="mt-8 -mx-gutter aspect-8/5 sm:mx-0" />
      <div className="mx-auto my-10 grid max-w-measure gap-3">
        {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full', 'w-7/12'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant.
          <Skeleton key={index} className={`h-5 ${width}`} />
        ))}
      </div>
    </div>
  );
}
