/** What is done behind an answer's back: whether there was something to do shows neither in it nor in its time. */
export interface BackgroundTasks {
  run(work: () => Promise<void>): void;
  /** Resolves when all of it is done or has failed. */
  close(): Promise<void>;
}

export function createBackgroundTasks(onError: (error: unknown) => void): BackgroundTasks {
  const underway = new Set<Promise<void>>();
  return {
    run(work) {
      const running = work()
        .catch(onError)
        .finally(() => underway.delete(running));
      underway.add(running);
    },
    async close() {
      await Promise.all(underway);
    },
  };
}
