import { unavailable } from '../../../platform/contract/problems.ts';
import { runUntracked } from '../../../platform/http/answers/commit-tracking.ts';
import { takeLease } from '../../../storage/background/lease.ts';
import type { Storage } from '../../../storage/storage.ts';
import { pictureRunning } from '../contract/pictures.ts';

/** Uploads at once in one process: each takes space on the disk and a connection. */
const atOnceMax = 24;
/** Seconds after which a refused upload may be repeated. */
const retryAfter = 3;

export interface UploadSlots {
  /**
   * Runs `work`, which receives a picture. Throws `picture-running` while the person uploads another one, in any
   * process, and `unavailable` if all slots are taken.
   */
  run<T>(personId: string, work: () => Promise<T>): Promise<T>;
}

export function createUploadSlots(storage: Storage, now: () => number): UploadSlots {
  const running = new Set<string>();
  return {
    async run(personId, work) {
      if (running.has(personId)) throw pictureRunning({ retryAfter });
      if (running.size >= atOnceMax) throw unavailable({ retryAfter });
      running.add(personId);
      try {
        // If the lease can't be renewed, another process may accept one more upload of this person.
        const options = { now, onError: () => {} };
        const lease = await runUntracked(() => takeLease(storage, `picture ${personId}`, options));
        if (!lease) throw pictureRunning({ retryAfter });
        try {
          return await work();
        } finally {
          // A lease that can't be released expires by itself.
          await runUntracked(() => lease.release()).catch(() => {});
        }
      } finally {
        running.delete(personId);
      }
    },
  };
}
