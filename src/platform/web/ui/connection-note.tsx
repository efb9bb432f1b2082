import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isRetrying, onRetrying } from '../retrying.ts';

/** Milliseconds of waiting after which the note appears. */
const slowMs = 2_000;

function onConnection(listener: () => void): () => void {
  const listening = new AbortController();
  for (const type of ['online', 'offline']) {
    window.addEventListener(type, listener, { signal: listening.signal });
  }
  return () => listening.abort();
}

/** True once the condition has lasted for a while. */
function useForLong(isSo: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setIsLong(true), slowMs);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isSo]);
  return isLong;
}

function useIsTryingAgain(): boolean {
  const isWriting = useSyncExternalStore(onRetrying, isRetrying, () => false);
  const reads = useIsFetching({ predicate: ({ state }) => state.fetchFailureCount > 0 });
  return isWriting || reads > 0;
}

/**
 * Shown while the browser is offline or retries take long; in each layout from the start, because screen readers
 * announce changes only in an existing status element.
 */
export function ConnectionNote() {
  // Opts out of the React compiler: this code is in every page's bundle but seldom runs, so memoization would cost more
  // than it saves.
  'use no memo';
  const isOnline = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  );
  const isSlow = useForLong(useIsTryingAgain());
  const slowText = isSlow ? 'Still trying…' : '';
  const text = isOnline
    ? slowText
    : 'You are offline. What is missing comes when the connection is back.';
  return (
    <div role="status" className="no-print pointer-events-none fixed inset-x-8 bottom-4 z-40 flex">
      {text !== '' && (
        <p className="rounded-sm border border-rule-strong bg-raised px-4 py-2 text-sm shadow-lifted">
          {text}
        </p>
      )}
    </div>
  );
}
