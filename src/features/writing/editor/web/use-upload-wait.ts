import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { RunningUploads } from '../../text-field/web/pictures/running-uploads.ts';

export type WaitOutcome =
  /** Every upload has arrived or was cancelled. */
  | 'ended'
  /** One of them failed. */
  | 'failed'
  /** The person stopped waiting, or left the page. */
  | 'stopped';

export interface UploadWait {
  /** Number of running uploads. */
  readonly running: number;
  readonly isWaiting: boolean;
  /** Waits until no upload is running. */
  readonly wait: () => Promise<WaitOutcome>;
  readonly stop: () => void;
}

/** Lets publishing wait for uploads. */
export function useUploadWait(uploads: RunningUploads): UploadWait {
  const running = useSyncExternalStore(uploads.subscribe, uploads.count, () => 0);
  const [isWaiting, setWaiting] = useState(false);
  const current = useRef<{
    readonly own: AbortController;
    readonly outcome: Promise<WaitOutcome>;
  }>(undefined);

  // Nothing is published from a page that was left.
  useEffect(() => () => current.current?.own.abort(), []);

  async function outcomeOf({ signal }: AbortController): Promise<WaitOutcome> {
    setWaiting(true);
    try {
      return (await uploads.ended(signal)) ? 'ended' : 'failed';
    } catch {
      return 'stopped';
    } finally {
      current.current = undefined;
      setWaiting(false);
    }
  }

  async function wait(): Promise<WaitOutcome> {
    if (uploads.count() === 0) return 'ended';
    if (!current.current) {
      const own = new AbortController();
      current.current = { own, outcome: outcomeOf(own) };
    }
    return current.current.outcome;
  }

  return { running, isWaiting, wait, stop: () => current.current?.own.abort() };
}
