import { Readable } from 'node:stream';
import { unavailable } from '../../platform/contract/problems.ts';
import { type Lease, takeLease } from '../../storage/background/lease.ts';
import type { Storage } from '../../storage/storage.ts';
import { downloadRunning } from './quota-problems.ts';

/** Seconds until it is worth asking again. */
const retryAfter = 10;
/** Replies of this kind that one process sends at once, to all callers together. */
const atOnceMax = 8;

/** Replies that take long: they are sent piece by piece, and one at a time for each person. */
export interface HeavyCalls {
  /**
   * A stream of `pieces`, each made when the reader has taken the one before. Throws `download-running` while the
   * person has another one, in whichever process, and `unavailable` while this process has as many as it can bear. A
   * reader that goes away lets the person ask anew.
   */
  stream(personId: string, pieces: AsyncIterable<Uint8Array | string>): Promise<Readable>;
}

export interface HeavyCallsOptions {
  readonly storage: Storage;
  readonly now: () => number;
}

export function createHeavyCalls({ storage, now }: HeavyCallsOptions): HeavyCalls {
  const running = new Set<string>();
  /** What is being given back at this instant; who asks next waits for it instead of being refused. */
  const ending = new Map<string, Promise<void>>();

  async function take(personId: string): Promise<Lease> {
    await ending.get(personId);
    if (running.has(personId)) throw downloadRunning({ retryAfter });
    if (running.size >= atOnceMax) throw unavailable({ retryAfter });
    running.add(personId);
    try {
      // A renewal that is lost costs nothing but that another process may answer this person beside this one.
      const lease = await takeLease(storage, `download ${personId}`, { now, onError: () => {} });
      if (!lease) throw downloadRunning({ retryAfter });
      return lease;
    } catch (error) {
      running.delete(personId);
      throw error;
    }
  }

  return {
    async stream(personId, pieces) {
      const lease = await take(personId);
      let ended: Promise<void> | undefined;
      async function end(): Promise<void> {
        // Where it can't be given back, it runs out by itself.
        ended = lease.release().catch(() => {});
        ending.set(personId, ended);
        await ended;
        ending.delete(personId);
        running.delete(personId);
      }
      const endOnce = () => (ended ? Promise.resolve(ended) : end());
      async function* all() {
        yield* pieces;
        // Before the reader sees the end, and may ask again.
        await endOnce();
      }
      const stream = Readable.from(all(), { objectMode: false });
      // A reader that went away may never have made it begin.
      stream.once('close', () => void endOnce());
      return stream;
    },
  };
}
