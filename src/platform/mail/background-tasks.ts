/**
 * Tasks that run after a reply has been sent. Neither the reply nor its time shows whether there was anything to do, so
 * nobody can find out whether an email address is known.
 */
export interface BackgroundTasks {
  run(work: () => Promise<void>): void;
  /** Resolves when all tasks have finished or failed. */
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
