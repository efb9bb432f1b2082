import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and for the first render in the browser, which must be the same; for what only browsers know. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
