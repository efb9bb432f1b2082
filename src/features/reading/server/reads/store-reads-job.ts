import type { Storage } from '../../../../storage/storage.ts';
import type { ReadCounter } from './read-counter.ts';
import { storeReads } from './read-store.ts';

/** What a process that is killed loses at most. */
const everyMs = 60_000;

interface ReadsJob {
  readonly storage: Storage;
  readonly counter: ReadCounter;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** Stores what was counted; what can't be stored waits for the next time. */
export async function storeCounted({ storage, counter, now = Date.now }: ReadsJob): Promise<void> {
  const reads = new Map(counter.take());
  await storeReads(storage, reads, now()).finally(() => counter.putBack(reads));
}

/** Stores the counts each minute, and when it is stopped. Returns how to stop. */
export function startStoringReads(job: ReadsJob): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => storeCounted(job)).catch(job.onError);
  };
  const timer = setInterval(run, everyMs).unref();
  return async () => {
    clearInterval(timer);
    run();
    await running;
  };
}
