import { LoadingIndicator, Skeleton } from '../../../../platform/web/ui/waiting.tsx';

function FieldSkeleton({ className }: { readonly className: string }) {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-6 w-24" />
      <Skeleton className={`w-full ${className}`} />
    </div>
  );
}

/** Placeholder of the editor: its bar, the title and the text, and the details beside or below them. */
export function EditorSkeleton() {
  // In every page's bundle but rarely rendered: the compiler's memoization costs more than it saves.
  'use no memo';
  return (
    <div aria-busy="true">
      <div className="mb-8 flex min-h-15 items-center border-b border-rule">
        <LoadingIndicator />
      </div>
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid w-full max-w-measure gap-8 lg:justify-self-center">
          <FieldSkeleton className="h-16" />
          <FieldSkeleton className="h-80" />
        </div>
        <div className="grid content-start gap-6">
          <FieldSkeleton className="h-24" />
          <FieldSkeleton className="h-11" />
          <FieldSkeleton className="h-11" />
          <FieldSkeleton className="h-24" />
        </div>
      </div>
    </div>
  );
}
