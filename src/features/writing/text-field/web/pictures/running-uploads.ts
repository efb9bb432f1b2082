/** The uploads into a form that haven't ended: publishing waits for them. */
export interface RunningUploads {
  /** Counts an upload until it ends. It resolves to false where it failed, and to true where it was cancelled. */
  readonly follow: (upload: Promise<boolean>) => void;
  readonly count: () => number;
  /** Calls the listener after each change of the count; returns a function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Resolves when no upload is running any more: to false where one failed in the meantime. Rejects with the reason of an
   * aborted signal.
   */
  readonly ended: (signal: AbortSignal) => Promise<boolean>;
}

export function createRunningUploads(): RunningUploads {
  const running = new Set<Promise<boolean>>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  return {
    follow(upload) {
      const ending = upload.catch(() => false);
      running.add(ending);
      tell();
      void ending.then(() => {
        running.delete(ending);
        tell();
      });
    },
    count: () => running.size,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ended(signal) {
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      let isWhole = true;
      while (running.size > 0) {
        const outcomes = await Promise.race([Promise.all(running), stopped]);
        isWhole = isWhole && outcomes.every(Boolean);
      }
      // An abort ends uploads too, in any order.
      signal.throwIfAborted();
      return isWhole;
    },
  };
}
