import { unavailable } from '../../../platform/contract/problems.ts';
import { outsideCall } from '../../../platform/http/answers/commit-tracking.ts';
import { takeLease } from '../../../storage/background/lease.ts';
import type { Storage } from '../../../storage/storage.ts';
import { pictureRunning } from '../contract.ts';

/** Pictures that come in at once in one process: each takes a place on the disk, and one connection, while it comes. */
const atOnceMax = 24;
/** Seconds until it is worth asking again. */
const retryAfter = 3;

export interface PictureTurns {
  /**
   * Runs `work`, which takes a picture in, unless the person has another one on its way, in whichever process. Throws
   * `picture-running` then, and `unavailable` where as many people as can be are sending theirs.
   */
  within<T>(personId: string, work: () => Promise<T>): Promise<T>;
}

export function createPictureTurns(storage: Storage, now: () => number): PictureTurns {
  const running = new Set<string>();
  return {
    async within(personId, work) {
      if (running.has(personId)) throw pictureRunning({ retryAfter });
      if (running.size >= atOnceMax) throw unavailable({ retryAfter });
      running.add(personId);
      try {
        // Where it can't be renewed, another process may take one more of this person.
        const options = { now, onError: () => {} };
        const lease = await outsideCall(() => takeLease(storage, `picture ${personId}`, options));
        if (!lease) throw pictureRunning({ retryAfter });
        try {
          return await work();
        } finally {
          // Where it can't be given back, it runs out by itself.
          await outsideCall(() => lease.release()).catch(() => {});
        }
      } finally {
        running.delete(personId);
      }
    },
  };
}
