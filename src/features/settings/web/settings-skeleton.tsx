import { LoadingIndicator, Skeleton } from '../../../platform/web/ui/waiting.tsx';

/** Number of fields in each part of the form, roughly. */
const parts = [3, 3, 3, 4, 3, 1, 4, 2];

function Field() {
  return (
    <div className="grid gap-2">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-5 w-3/4" />
    </div>
  );
}

/** A placeholder of the form's size, and of what stands beside it. */
export function SettingsSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid grid-cols-1 gap-x-16 gap-y-12 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
    >
      <div className="grid gap-8">
        {parts.map((fields, part) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant.
          <div key={part} className="grid gap-5 border-t border-rule pt-6">
            {part === 0 ? <LoadingIndicator /> : <Skeleton className="h-7 w-40" />}
            {Array.from({ length: fields }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant.
              <Field key={index} />
            ))}
          </div>
        ))}
      </div>
      <div className="grid content-start gap-12">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </div>
  );
}
