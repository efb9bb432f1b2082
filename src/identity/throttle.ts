import { sql } from 'kysely';
import { tooManyRequests } from '../platform/contract/problems.ts';
import type { Storage, Write } from '../storage/storage.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** So many per span and key; counted from the first. */
export interface Quota {
  readonly name: string;
  readonly most: number;
  readonly spanMs: number;
}

export const signUpQuota: Quota = { name: 'sign-up', most: 5, spanMs: hourMs };
export const failureQuota: Quota = { name: 'sign-in-failures', most: 20, spanMs: hourMs };
export const letterQuota: Quota = { name: 'letters', most: 5, spanMs: hourMs };
export const addresseeQuota: Quota = { name: 'addressee', most: 3, spanMs: hourMs };
export const googleQuota: Quota = { name: 'google', most: 60, spanMs: 10 * minuteMs };

/** Wrong passwords per account and network before waiting begins; the wait doubles with each further one. */
const freeFailures = 5;
const firstWaitMs = 10 * minuteMs;
const longestWaitMs = dayMs;

/** One try at a password: whose account, and from which network. */
export interface Attempt {
  /** The address as typed in, normalised: unknown ones count too. */
  readonly email: string;
  readonly network: string;
}

export interface Throttle {
  /** Counts one more. Throws `too-many-requests` once the quota is used up. */
  spend(quota: Quota, key: string): Promise<void>;
  /** Counts one more; false once the quota is used up. */
  trySpend(quota: Quota, key: string): Promise<boolean>;
  /** Throws `too-many-requests` where the quota is used up, without counting. */
  assertOpen(quota: Quota, key: string): Promise<void>;
  /**
   * Counts a try as failed before it is made, so that tries at the same instant can't outrun the count.
   * Throws `too-many-requests` where the account and network, or the network, has to wait.
   */
  beginAttempt(attempt: Attempt): Promise<void>;
  /** Takes a try back that turned out right, and forgets the failures before it. */
  forgiveAttempt(attempt: Attempt): Promise<void>;
  /** Lets the owner in again from everywhere, after a new password was set. */
  forgetFailuresOf(email: string): Promise<void>;
}

export interface ThrottleOptions {
  readonly storage: Storage;
  /** Factor on every limit; 0 switches them off. */
  readonly limits: number;
  readonly now: () => number;
}

interface Counter {
  readonly id: string;
  readonly count: number;
  readonly blocked_until: number;
  readonly expires_at: number;
}

function counterOf(quota: Quota, key: string): string {
  return `${quota.name} ${key}`;
}

function accountCounterOf({ email, network }: Attempt): string {
  return `account ${email} ${network}`;
}

/** The waiting time in milliseconds that the failure number `count` begins. */
function waitAfter(count: number, free: number): number {
  return count < free ? 0 : Math.min(firstWaitMs * 2 ** (count - free), longestWaitMs);
}

function tooMany(untilMs: number, now: number) {
  return tooManyRequests({
    retryAfter: Math.max(Math.ceil((untilMs - now) / 1000), 1),
  });
}

/** The counter of `id` as it stands, locked against others until the write ends. */
async function counterIn({ db }: Write, id: string, now: number): Promise<Counter> {
  const fresh: Counter = { id, count: 0, blocked_until: 0, expires_at: 0 };
  const row = await db
    .insertInto('throttles')
    .values(fresh)
    // Writing the row, even as it is, makes PostgreSQL hold it for this transaction.
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return row.expires_at > now ? row : fresh;
}

async function save({ db }: Write, { id, ...values }: Counter): Promise<void> {
  await db.updateTable('throttles').set(values).where('id', '=', id).execute();
}

/** Counts in the database, so that all processes agree. */
export function createThrottle({ storage, limits, now }: ThrottleOptions): Throttle {
  const mostOf = (most: number) => Math.max(Math.floor(most * limits), 1);
  const isOff = limits === 0;

  async function spendIn(write: Write, quota: Quota, key: string): Promise<Counter | undefined> {
    const counter = await counterIn(write, counterOf(quota, key), now());
    if (counter.count >= mostOf(quota.most)) return counter;
    const expires_at = counter.count === 0 ? now() + quota.spanMs : counter.expires_at;
    await save(write, { ...counter, count: counter.count + 1, expires_at });
    return undefined;
  }

  async function spend(quota: Quota, key: string): Promise<Counter | undefined> {
    if (isOff) return undefined;
    return storage.write(async (write) => {
      // Only what nobody touches any more: two writers must not wait for each other's rows.
      await write.db
        .deleteFrom('throttles')
        .where('expires_at', '<=', now() - dayMs)
        .execute();
      return spendIn(write, quota, key);
    });
  }

  return {
    async spend(quota, key) {
      const used = await spend(quota, key);
      if (used) throw tooMany(used.expires_at, now());
    },
    async trySpend(quota, key) {
      return (await spend(quota, key)) === undefined;
    },
    async assertOpen(quota, key) {
      if (isOff) return;
      const counter = await storage.writer
        .selectFrom('throttles')
        .selectAll()
        .where('id', '=', counterOf(quota, key))
        .where('expires_at', '>', now())
        .executeTakeFirst();
      if (counter && counter.count >= mostOf(quota.most)) throw tooMany(counter.expires_at, now());
    },
    async beginAttempt(attempt) {
      if (isOff) return;
      const refusal = await storage.write(async (write) => {
        const account = await counterIn(write, accountCounterOf(attempt), now());
        if (account.blocked_until > now()) return account.blocked_until;
        const network = await spendIn(write, failureQuota, attempt.network);
        if (network) return network.expires_at;
        const count = account.count + 1;
        const blocked_until = now() + waitAfter(count, mostOf(freeFailures));
        await save(write, { ...account, count, blocked_until, expires_at: blocked_until + dayMs });
        return undefined;
      });
      if (refusal !== undefined) throw tooMany(refusal, now());
    },
    async forgiveAttempt(attempt) {
      if (isOff) return;
      await storage.write(async ({ db }) => {
        await db.deleteFrom('throttles').where('id', '=', accountCounterOf(attempt)).execute();
        await db
          .updateTable('throttles')
          .set((row) => ({ count: row('count', '-', 1) }))
          .where('id', '=', counterOf(failureQuota, attempt.network))
          .where('count', '>', 0)
          .execute();
      });
    },
    async forgetFailuresOf(email) {
      const prefix = accountCounterOf({ email, network: '' });
      await storage.write(async ({ db }) => {
        await db
          .deleteFrom('throttles')
          .where(sql<string>`substr(id, 1, ${[...prefix].length})`, '=', prefix)
          .execute();
      });
    },
  };
}
