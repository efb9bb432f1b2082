import { randomUUID } from 'node:crypto';
import { clockToleranceMs } from '../clock-tolerance.ts';
import type { Storage } from '../storage.ts';

/** A dead process holds its lease at most this long; a live process renews it three times in that time. */
const leaseMs = 60_000;
const renewMs = leaseMs / 3;

/** A lock with an expiry time, held by one process at a time among all processes on this database. */
export interface Lease {
  /** Releases the lease; idempotent. Resolves after the commit. */
  release(): Promise<void>;
}

/**
 * Acquires the lease `key` until it is released; undefined while another process holds it. `onError` gets failed
 * renewals.
 */
export async function takeLease(
  storage: Storage,
  key: string,
  { now, onError }: { readonly now: () => number; readonly onError: (error: unknown) => void },
): Promise<Lease | undefined> {
  const holder = randomUUID();
  const time = now();
  const expires_at = time + leaseMs;
  const taken = await storage.write(
    ({ db }) =>
      db
        .insertInto('leases')
        .values({ key, holder, expires_at })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet({ holder, expires_at })
            // A lease that expires later than one taken now can comes from a process with a wrong clock.
            .where((row) =>
              row.or([
                row('leases.expires_at', '<=', time),
                row('leases.expires_at', '>', expires_at + clockToleranceMs),
              ]),
            ),
        )
        .returning('holder')
        .executeTakeFirst(),
    { lockKeys: [] },
  );
  if (!taken) return undefined;

  const renewing = setInterval(() => {
    storage
      .write(
        ({ db }) =>
          db
            .updateTable('leases')
            .set({ expires_at: now() + leaseMs })
            .where('key', '=', key)
            .where('holder', '=', holder)
            .execute(),
        { lockKeys: [] },
      )
      .catch(onError);
  }, renewMs).unref();
  let released: Promise<void> | undefined;

  async function giveBack(): Promise<void> {
    clearInterval(renewing);
    await storage.write(
      ({ db }) =>
        db.deleteFrom('leases').where('key', '=', key).where('holder', '=', holder).execute(),
      { lockKeys: [] },
    );
  }

  return {
    release() {
      released ??= giveBack();
      return released;
    },
  };
}
