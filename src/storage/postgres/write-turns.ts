/** Runs `work` when its turn has come: after every earlier one that shares a name, or that is alone among all. */
export type Turns = <T>(alone: readonly string[] | undefined, work: () => Promise<T>) => Promise<T>;

/** At most `most` at once, first come, first served. */
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
 * The order of one process's writes. Waiting here costs no connection; so writes that wait for each other, and more
 * than `most` that don't, leave the pool to the readers.
 */
export function createTurns(most: number): Turns {
  const slots = createSlots(most);
  const unfinished = new Set<Promise<void>>();
  /** For each name, the end of the last write that took it. */
  const lastOf = new Map<string, Promise<void>>();
  let lastOfAll = Promise.resolve();

  return async (alone, work) => {
    const earlier = alone ? [lastOfAll, ...alone.map((name) => lastOf.get(name))] : [...unfinished];
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    unfinished.add(ended);
    if (!alone) lastOfAll = ended;
    for (const name of alone ?? []) lastOf.set(name, ended);
    await Promise.all(earlier);
    await slots.take();
    try {
      return await work();
    } finally {
      slots.giveBack();
      unfinished.delete(ended);
      for (const name of alone ?? []) if (lastOf.get(name) === ended) lastOf.delete(name);
      end();
    }
  };
}
