import { setImmediate as turnsEnd } from 'node:timers/promises';
import { sql } from 'kysely';
import { outcomeUnknown, tooManyRequests, unavailable } from '../../platform/contract/problems.ts';
import { runUntracked } from '../../platform/http/answers/commit-tracking.ts';
import type { RateLimiter, RateRule, Try } from '../../platform/http/answers/rate-limit.ts';
import type { CountedTriesTable } from '../schema.ts';
import type { Storage, Write } from '../storage.ts';
import {
  type Count,
  keyOf,
  nextAllowedAt,
  none,
  readCount,
  rowOf,
  withOneMore,
} from './rate-counts.ts';

export interface RateLimiterOptions {
  readonly storage: Storage;
  /** Multiplies every limit; 0 switches all of them off. */
  readonly factor: number;
  readonly now?: () => number;
}

/** A rate limiter that can also count inside a write. */
export interface WriteLimiter extends RateLimiter {
  /**
   * Like `take`, inside a write that holds the lock of `who`: the count is committed or rolled back with the write, so
   * a failed write that the client retries counts once.
   */
  takeWithin(write: Write, rule: RateRule, who: string): Promise<void>;
}

/** Counts of a batch's keys, including the changes of its earlier parts. */
interface Counts {
  of(one: Try): Count;
  set(one: Try, count: Count): void;
}

interface Change {
  readonly tries: readonly Try[];
  /**
   * Changes the counts, or throws a problem to refuse and leaves them unchanged. Runs again if the write is retried.
   */
  readonly apply: (counts: Counts, time: number) => void;
}

/** One caller's part of a batch. */
interface Part extends Change {
  readonly done: PromiseWithResolvers<void>;
}

/** Maximum parts of one write: it still takes only milliseconds. */
const partsMax = 100;

async function loadRows(
  db: Pick<Write['db'], 'selectFrom'>,
  tries: readonly Try[],
): Promise<Map<string, CountedTriesTable>> {
  const rows = await db
    .selectFrom('counted_tries')
    .selectAll()
    .where('key', 'in', [...new Set(tries.map(keyOf))])
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** Applies the changes in order. Resolves to the refused changes with their reasons. */
async function make<C extends Change>(
  { db }: Write,
  changes: readonly C[],
  time: number,
): Promise<ReadonlyMap<C, unknown>> {
  const tries = changes.flatMap((change) => change.tries);
  const rows = await loadRows(db, tries);
  const changed = new Map<string, CountedTriesTable>();
  const counts: Counts = {
    of: (one) => readCount(changed.get(keyOf(one)) ?? rows.get(keyOf(one)), one[0], time),
    set: (one, count) => changed.set(keyOf(one), rowOf(one, count)),
  };
  const refused = new Map<C, unknown>();
  for (const change of changes) {
    try {
      change.apply(counts, time);
    } catch (problem) {
      refused.set(change, problem);
    }
  }
  if (changed.size > 0) await saveRows(db, [...changed.values()]);
  return refused;
}

async function saveRows(db: Write['db'], rows: readonly CountedTriesTable[]): Promise<void> {
  await db
    .insertInto('counted_tries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        times: row.ref('excluded.times'),
        blocked_until: row.ref('excluded.blocked_until'),
        expires_at: row.ref('excluded.expires_at'),
      })),
    )
    .execute();
}

/** One write under the locks of the counted keys only, so that other writes needn't wait. */
async function writeParts(storage: Storage, parts: readonly Part[], now: () => number) {
  const names = new Set(parts.flatMap(({ tries }) => tries.map((one) => `tries:${keyOf(one)}`)));
  const work = (write: Write) => make(write, parts, now());
  try {
    return await runUntracked(() => storage.write(work, { lockKeys: [...names] }));
  } catch (error) {
    // The counted request has not been processed yet, and counting an attempt twice is harmless.
    throw outcomeUnknown.is(error) ? unavailable({ retryAfter: 1, cause: error }) : error;
  }
}

/**
 * Counts in the database, so that all processes share the counts and a restart loses none. Attempts that arrive during
 * a write are queued and written together: a flood of attempts costs one commit per hundred.
 */
export function createRateLimiter({
  storage,
  factor,
  now = Date.now,
}: RateLimiterOptions): WriteLimiter {
  const limitOf = (rule: RateRule) => Math.max(1, Math.floor(rule.limit * factor));
  // A PostgreSQL replica may lag behind the last commits; SQLite's reader sees every commit.
  const reader = () => (storage.engine === 'sqlite' ? storage.reader : storage.writer);
  const waiting: Part[] = [];
  let isWriting = false;

  async function writeWaiting(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      // SQLite writes within a turn of the event loop: wait for the end of the turn to batch its other attempts.
      await turnsEnd();
      const parts = waiting.splice(0, partsMax);
      try {
        const refused = await writeParts(storage, parts, now);
        for (const part of parts) {
          if (refused.has(part)) part.done.reject(refused.get(part));
          else part.done.resolve();
        }
      } catch (error) {
        for (const { done } of parts) done.reject(error);
      }
    }
    isWriting = false;
  }

  function change(wanted: Change): Promise<void> {
    const done = Promise.withResolvers<void>();
    waiting.push({ ...wanted, done });
    void writeWaiting();
    return done.promise;
  }

  function refuseIf(count: Count, [rule]: Try, time: number): void {
    const waitMs = nextAllowedAt(count, rule, limitOf(rule)) - time;
    if (waitMs > 0) throw tooManyRequests({ retryAfter: Math.ceil(waitMs / 1_000) });
  }

  async function assertRoom(tries: readonly Try[]): Promise<void> {
    const rows = await loadRows(reader(), tries);
    const time = now();
    for (const one of tries) refuseIf(readCount(rows.get(keyOf(one)), one[0], time), one, time);
  }

  const oneMoreOf = (tries: readonly Try[]): Change => ({
    tries,
    apply(counts, time) {
      for (const one of tries) refuseIf(counts.of(one), one, time);
      for (const one of tries) {
        counts.set(one, withOneMore(counts.of(one), one[0], limitOf(one[0]), time));
      }
    },
  });

  async function takeAll(tries: readonly Try[]): Promise<void> {
    if (factor === 0) return;
    // This check refuses without a write; only the write decides what passes.
    await assertRoom(tries);
    await change(oneMoreOf(tries));
  }

  return {
    take: (rule, who) => takeAll([[rule, who]]),
    takeAll,
    async takeWithin(write, rule, who) {
      if (factor === 0) return;
      const wanted = oneMoreOf([[rule, who]]);
      const refused = await make(write, [wanted], now());
      if (refused.size > 0) throw refused.get(wanted);
    },
    async giveBack(tries, anew = []) {
      if (factor === 0) return;
      await change({
        tries: [...tries, ...anew],
        apply(counts) {
          for (const one of anew) counts.set(one, none);
          for (const one of tries) {
            // A successful caller must not cause a wait for the next caller.
            counts.set(one, { times: counts.of(one).times.slice(0, -1), blockedUntil: 0 });
          }
        },
      });
    },
    async assertRoom(rule, who) {
      if (factor !== 0) await assertRoom([[rule, who]]);
    },
    async forgetAll(rule, beginning) {
      const prefix = `${keyOf([rule, beginning])} `;
      // Compares by bytes, as the index does: all keys with the prefix lie between these two bounds.
      const key =
        storage.engine === 'sqlite' ? sql.ref<string>('key') : sql<string>`key collate "C"`;
      await storage.write(
        ({ db }) =>
          db
            .deleteFrom('counted_tries')
            .where(key, '>=', prefix)
            .where(key, '<', `${prefix}~`)
            .execute(),
        { lockKeys: [] },
      );
    },
  };
}
