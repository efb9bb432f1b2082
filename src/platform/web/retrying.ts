let count = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  count += by;
  for (const listener of listeners) listener();
}

/** Registers a retry in progress. Returns a function that ends it. */
export function beginRetrying(): () => void {
  change(1);
  return () => change(-1);
}

/** Whether this tab is retrying any change. */
export const isRetrying = (): boolean => count > 0;

export function onRetrying(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
