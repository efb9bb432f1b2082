import { createWorkerQueue, type WorkerQueue } from '../../../../platform/threads/worker-queue.ts';
import type { ImportJob, ImportOutcome } from './import-thread.ts';

export type ImportWorker = WorkerQueue<ImportJob, ImportOutcome>;

/** An import takes its time: it leaves the memory to those who read the site. */
const youngMb = 6;

let shared: { readonly worker: ImportWorker; users: number } | undefined;

/**
 * The thread of imports: what reads texts and what brings them in work in turns, so that one does for both, and a third of
 * their memory is saved. It ends when the last who opened it closes it.
 */
export function openImportWorker(): ImportWorker {
  const script = new URL('./import-thread.ts', import.meta.url);
  shared ??= { worker: createWorkerQueue({ script, isKept: true, youngMb }), users: 0 };
  const own = shared;
  own.users += 1;
  let isClosed = false;
  return {
    run: own.worker.run,
    async close() {
      if (isClosed) return;
      isClosed = true;
      own.users -= 1;
      if (own.users > 0) return;
      shared = undefined;
      await own.worker.close();
    },
  };
}
