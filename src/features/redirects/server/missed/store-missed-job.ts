import type { Storage } from '../../../../storage/storage.ts';
import type { MissedCounter } from './missed-counter.ts';
import { storeMissed } from './missed-store.ts';

/** Most counts that a killed process loses, in milliseconds. */
const everyMs = 60_000;

interface MissedJob {
  readonly storage: Pick<Storage, 'write'>;
  readonly counter: MissedCounter;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** Stores the pending counts; those that can't be stored are retried with the next run. */
export async function storeCountedMisses(job: Omit<MissedJob, 'onError'>): Promise<void> {
  const { storage, counter, now = Date.now } = job;
  const counts = counter.take();
  try {
    await storeMissed(storage, counts, now());
  } catch (error) {
    counter.putBack(counts);
    throw error;
  }
}

/** Stores the counts each minute, and once more when stopped. Returns the function that stops it. */
export function startStoringMisses(job: MissedJob): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(() => storeCountedMisses(job)).catch(job.onError);
  };
  const timer = setInterval(run, everyMs).unref();
  return async () => {
    clearInterval(timer);
    run();
    await running;
  };
}
