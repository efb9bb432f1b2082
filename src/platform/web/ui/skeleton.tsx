/**
 * Stands where something will be, in its final size (given by `className`). It shows itself only after 150 ms, so
 * that quick answers don't flicker.
 */
export function Skeleton({ className = '' }: { readonly className?: string }) {
  return <span aria-hidden="true" className={`skeleton block rounded-sm ${className}`} />;
}
