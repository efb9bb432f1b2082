let count = 0;
const listeners = new Set<() => void>();

function change(by: number): void {
  count += by;
  for (const listener of listeners) listener();
}

/** Says that a change is being sent again. Returns how to say that it is over. */
export function beginRetrying(): () => void {
  change(1);
  return () => change(-1);
}

/** Whether any change of this tab is being sent again. */
export const isRetrying = (): boolean => count > 0;

export function onRetrying(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
