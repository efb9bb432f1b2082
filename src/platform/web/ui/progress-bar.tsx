/** A progress bar for work of unknown length. */
export function ProgressBar({ label }: { readonly label: string }) {
  return (
    <div role="progressbar" aria-label={label} className="appears-late progress-line w-full" />
  );
}
