/** Says that something is being loaded, in words and by a line that moves. */
export function LoadingIndicator({ label = 'Loading…' }: { readonly label?: string }) {
  return (
    <div role="status" className="appears-late flex items-center gap-3 text-sm text-faint">
      <span aria-hidden="true" className="progress-line w-8 shrink-0" />
      {label}
    </div>
  );
}
