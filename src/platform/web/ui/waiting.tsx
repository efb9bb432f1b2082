/**
 * A placeholder in the final size of the content (given by `className`). It appears after 150 ms, so that fast replies
 * don't flicker.
 */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-sm ${className}`} />;
}

/** A placeholder for a form with this many fields. */
export function FormSkeleton({ fields }: { readonly fields: number }) {
  return (
    <div aria-busy="true" className="grid gap-6">
      <LoadingIndicator />
      {Array.from({ length: fields }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant.
        <div key={index} className="grid gap-2">
          <Skeleton className="h-6 w-24" />
          <Skeleton className="h-11 w-full" />
        </div>
      ))}
    </div>
  );
}

/** A loading message with a moving line. */
export function LoadingIndicator({ label = 'Loading…' }: { readonly label?: string }) {
  return (
    <div role="status" className="appears-late flex items-center gap-3 text-sm text-faint">
      <span aria-hidden="true" className="progress-line w-8 shrink-0" />
      {label}
    </div>
  );
}

/** The progress bar of a list in the sidebar; beside the page it takes about the list's height. */
export function SideListProgress({ label }: { readonly label: string }) {
  return (
    <div role="progressbar" aria-label={label} className="appears-late progress-line lg:mb-84" />
  );
}
