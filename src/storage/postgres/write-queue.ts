/** Maximum writes per transaction. */
const togetherMax = 10;

export interface QueuedWrite {
  readonly lockKeys: readonly string[] | undefined;
  readonly reply: PromiseWithResolvers<unknown>;
}

/**
 * The queue of one process's writes: each runs after every earlier write that shares a lock key or has none and so
 * excludes all. A queued write takes no connection, so neither lock waits nor more than `most` writes can exhaust the
 * pool that reads share. Writes that wait only because `most` are running share transactions: a commit with a
 * notification excludes every other one, so under load the number of commits is the limit. `run` settles each write's
 * reply.
 */
export function createWriteQueue<W extends QueuedWrite>(
  most: number,
  run: (writes: readonly W[]) => Promise<void>,
): (write: W) => void {
  const ready: W[] = [];
  let free = most;
  const unfinished = new Set<Promise<void>>();
  /** The end of the last write that took each lock key. */
  const lastOf = new Map<string, Promise<void>>();
  let lastOfAll = Promise.resolve();

  async function runReady(): Promise<void> {
    if (free === 0) return;
    free -= 1;
    while (ready.length > 0) {
      const share = Math.ceil(ready.length / most);
      await run(ready.splice(0, Math.min(share, togetherMax)));
    }
    free += 1;
  }

  return (write) => {
    const { lockKeys, reply } = write;
    const earlier = lockKeys
      ? [lastOfAll, ...lockKeys.map((key) => lastOf.get(key))]
      : [...unfinished];
    const end = () => {
      unfinished.delete(ended);
      for (const key of lockKeys ?? []) if (lastOf.get(key) === ended) lastOf.delete(key);
    };
    const ended: Promise<void> = reply.promise.then(end, end);
    unfinished.add(ended);
    if (!lockKeys) lastOfAll = ended;
    for (const key of lockKeys ?? []) lastOf.set(key, ended);
    void Promise.all(earlier).then(() => {
      ready.push(write);
      return runReady();
    });
  };
}
