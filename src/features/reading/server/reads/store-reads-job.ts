import type { Storage } from '../../../../storage/storage.ts';
import type { ReadCounter } from './read-counter.ts';
import { storeReads } from './read-store.ts';

/** Most counts that a killed process loses, in milliseconds. */
const everyMs = 60_000;

interface ReadsJob {
  readonly storage: Storage;
  readonly counter: ReadCounter;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** Stores the pending counts; those that can't be stored are retried with the next run. */
export async function storeCounted({ storage, counter, now = Date.now }: ReadsJob): Promise<void> {
  const reads = new Map(counter.take());
  await storeReads(storage, reads, now()).finally(() => counter.putBack(reads));
}

/** Stores the counts each minute, and once more when stopped. Returns the function that stops it. */
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
