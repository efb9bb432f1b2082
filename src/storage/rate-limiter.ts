import { sql } from 'kysely';
import { tooManyRequests } from '../platform/contract/problems.ts';
import type { RateLimiter, RateRule, Try } from '../platform/http/rate-limit.ts';
import type { CountedTriesTable } from './schema.ts';
import type { Storage, Write } from './storage.ts';

export interface RateLimiterOptions {
  readonly storage: Storage;
  /** Multiplies every limit; 0 switches all of them off. */
  readonly factor: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** What is known of one rule and one name. All times are milliseconds since 1970. */
interface Count {
  /** When the tries that count were made, the oldest first. */
  readonly times: readonly number[];
  /** Nothing passes before. */
  readonly blockedUntil: number;
}

const none: Count = { times: [], blockedUntil: 0 };
/** A row out of date waits so long until it is dropped: two writers must not wait for each other's rows. */
const dropAfterMs = 24 * 60 * 60_000;

const keyOf = ([rule, who]: Try) => `${rule.name} ${who}`;

/** What of a stored count still counts at `time`. */
function read(row: CountedTriesTable | undefined, rule: RateRule, time: number): Count {
  if (!row || row.expires_at <= time) return none;
  const times: readonly number[] = JSON.parse(row.times);
  return {
    times: rule.backOff ? times : times.filter((one) => one > time - rule.perMs),
    blockedUntil: row.blocked_until,
  };
}

/** Milliseconds since 1970 until which one more has to wait; not after `time` where it needn't. */
function freeAt({ times, blockedUntil }: Count, rule: RateRule, limit: number): number {
  if (rule.backOff) return blockedUntil;
  // As soon as the oldest of the last `limit` tries counts no more.
  const oldest = times.at(-limit);
  return times.length < limit || oldest === undefined ? 0 : oldest + rule.perMs;
}

function withOneMore({ times }: Count, rule: RateRule, limit: number, time: number): Count {
  const counted = [...times, time];
  const { backOff } = rule;
  if (!backOff || counted.length < limit) return { times: counted, blockedUntil: 0 };
  const waitMs = backOff.firstMs * 2 ** (counted.length - limit);
  return { times: counted, blockedUntil: time + Math.min(waitMs, backOff.longestMs) };
}

/** The count of a try as it stands, locked against others until the write ends. */
async function hold({ db }: Write, one: Try, time: number): Promise<Count> {
  const key = keyOf(one);
  const row = await db
    .insertInto('counted_tries')
    .values({ key, times: '[]', blocked_until: 0, expires_at: 0 })
    // Writing the row, even as it is, makes PostgreSQL hold it for this transaction.
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return read(row, one[0], time);
}

async function save({ db }: Write, one: Try, { times, blockedUntil }: Count): Promise<void> {
  const [rule] = one;
  await db
    .updateTable('counted_tries')
    .set({
      times: JSON.stringify(times),
      blocked_until: blockedUntil,
      expires_at: Math.max(times.at(-1) ?? 0, blockedUntil) + rule.perMs,
    })
    .where('key', '=', keyOf(one))
    .execute();
}

/** Counts in the database, so that all processes agree and a restart forgets nothing. */
export function createRateLimiter({
  storage,
  factor,
  now = Date.now,
}: RateLimiterOptions): RateLimiter {
  const limitOf = (rule: RateRule) => Math.max(1, Math.floor(rule.limit * factor));
  // A replica may not have heard of the last ones yet; SQLite's reader sees every commit.
  const reader = () => (storage.engine === 'sqlite' ? storage.reader : storage.writer);

  function refuseIf(count: Count, [rule]: Try, time: number): void {
    const waitMs = freeAt(count, rule, limitOf(rule)) - time;
    if (waitMs > 0) throw tooManyRequests({ retryAfter: Math.ceil(waitMs / 1_000) });
  }

  /** Alone among those that count the same, so that others needn't wait. */
  function writeCounts(
    tries: readonly Try[],
    work: (write: Write) => Promise<void>,
  ): Promise<void> {
    return storage.write(work, { alone: tries.map((one) => `tries:${keyOf(one)}`) });
  }

  async function assertRoom(tries: readonly Try[]): Promise<void> {
    const rows = await reader()
      .selectFrom('counted_tries')
      .selectAll()
      .where('key', 'in', tries.map(keyOf))
      .execute();
    const time = now();
    for (const one of tries) {
      const row = rows.find(({ key }) => key === keyOf(one));
      refuseIf(read(row, one[0], time), one, time);
    }
  }

  async function takeAll(tries: readonly Try[]): Promise<void> {
    if (factor === 0) return;
    // Whoever is refused costs no write; only the write decides who passes.
    await assertRoom(tries);
    await writeCounts(tries, async (write) => {
      const time = now();
      const counts: (readonly [Try, Count])[] = [];
      for (const one of tries) counts.push([one, await hold(write, one, time)]);
      for (const [one, count] of counts) refuseIf(count, one, time);
      for (const [one, count] of counts) {
        await save(write, one, withOneMore(count, one[0], limitOf(one[0]), time));
      }
      await write.db
        .deleteFrom('counted_tries')
        .where('expires_at', '<=', time - dropAfterMs)
        .execute();
    });
  }

  return {
    take: (rule, who) => takeAll([[rule, who]]),
    takeAll,
    async giveBack(tries, anew = []) {
      if (factor === 0) return;
      await writeCounts([...tries, ...anew], async (write) => {
        // In the order in which they are taken, so that two writers don't wait for each other.
        for (const one of anew) await save(write, one, none);
        for (const one of tries) {
          const { times } = await hold(write, one, now());
          // Who was let in did not wait; so nobody has to because of it.
          await save(write, one, { times: times.slice(0, -1), blockedUntil: 0 });
        }
      });
    },
    async assertRoom(rule, who) {
      if (factor !== 0) await assertRoom([[rule, who]]);
    },
    async forgetAll(rule, beginning) {
      const prefix = keyOf([rule, `${beginning} `]);
      await storage.write(({ db }) =>
        db
          .deleteFrom('counted_tries')
          .where(sql<string>`substr(key, 1, ${[...prefix].length})`, '=', prefix)
          .execute(),
      );
    },
  };
}
