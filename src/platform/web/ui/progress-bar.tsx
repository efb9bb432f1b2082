/** A progress bar for work of unknown length. */
export function ProgressBar({ label }: { readonly label: string }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: a progress bar is read, not operated.
    <div role="progressbar" aria-label={label} className="appears-late progress-line w-full" />
  );
}
