/** Runs `work` after every earlier one that shares a lock key, or that has none and so excludes all. */
export type WriteQueue = <T>(
  lockKeys: readonly string[] | undefined,
  work: () => Promise<T>,
) => Promise<T>;

/** At most `most` at once, in order of arrival. */
function createSlots(most: number) {
  const waiting: (() => void)[] = [];
  let free = most;
  return {
    async take(): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    giveBack(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

/**
 * The queue of one process's writes. A write that waits here takes no connection: neither writes that wait for a lock nor
 * more than `most` others can exhaust the pool, which reads use as well.
 */
export function createWriteQueue(most: number): WriteQueue {
  const slots = createSlots(most);
  const unfinished = new Set<Promise<void>>();
  /** For each lock key, the end of the last write that took it. */
  const lastOf = new Map<string, Promise<void>>();
  let lastOfAll = Promise.resolve();

  return async (lockKeys, work) => {
    const earlier = lockKeys
      ? [lastOfAll, ...lockKeys.map((key) => lastOf.get(key))]
      : [...unfinished];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    unfinished.add(ended);
    if (!lockKeys) lastOfAll = ended;
    for (const key of lockKeys ?? []) lastOf.set(key, ended);
    await Promise.all(earlier);
    await slots.take();
    try {
      return await work();
    } finally {
      slots.giveBack();
      unfinished.delete(ended);
      for (const key of lockKeys ?? []) if (lastOf.get(key) === ended) lastOf.delete(key);
      end();
    }
  };
}
