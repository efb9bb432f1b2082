import { Readable } from 'node:stream';
import { unavailable } from '../../platform/contract/problems.ts';
import { type Lease, takeLease } from '../../storage/background/lease.ts';
import type { Storage } from '../../storage/storage.ts';
import { downloadRunning } from './quota-problems.ts';

/** Seconds for `Retry-After`. */
const retryAfter = 10;
/** Most such replies per process at the same time. */
const atOnceMax = 8;

/** Long replies: streamed, and one at a time for each person. */
export interface HeavyCalls {
  /**
   * A stream of `pieces` with backpressure. Throws `download-running` while the person has another one, in any process,
   * and `unavailable` while this process is at its limit. A disconnect releases the lease.
   */
  stream(personId: string, pieces: AsyncIterable<Uint8Array | string>): Promise<Readable>;
}

export interface HeavyCallsOptions {
  readonly storage: Storage;
  readonly now: () => number;
}

export function createHeavyCalls({ storage, now }: HeavyCallsOptions): HeavyCalls {
  const running = new Set<string>();
  /** Leases being released; the person's next request waits for that instead of being refused. */
  const ending = new Map<string, Promise<void>>();

  async function take(personId: string): Promise<Lease> {
    await ending.get(personId);
    if (running.has(personId)) throw downloadRunning({ retryAfter });
    if (running.size >= atOnceMax) throw unavailable({ retryAfter });
    running.add(personId);
    try {
      // A lost renewal only lets another process serve this person concurrently.
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
        // A lease that can't be released expires.
        ended = lease.release().catch(() => {});
        ending.set(personId, ended);
        await ended;
        ending.delete(personId);
        running.delete(personId);
      }
      const endOnce = () => (ended ? Promise.resolve(ended) : end());
      async function* all() {
        yield* pieces;
        // Before the reader sees the end, and may request again.
        await endOnce();
      }
      const stream = Readable.from(all(), { objectMode: false });
      // A reader that disconnected may never have started the generator.
      stream.once('close', () => void endOnce());
      return stream;
    },
  };
}
