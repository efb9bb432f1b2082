/** At most `limit` times in `perMs` milliseconds. */
export interface RateRule {
  /** Names what is counted, such as `sign-up`; rules of one name share their counts. */
  readonly name: string;
  readonly limit: number;
  readonly perMs: number;
}

/** How often something happened in the running window and in the one before it. */
export interface RateCount {
  /** Number of the window since 1970. */
  readonly window: number;
  readonly current: number;
  readonly previous: number;
  /** Milliseconds since 1970; after this the count says nothing any more and may be deleted. */
  readonly expiresAt: number;
}

/** Where counts are kept. Processes that share one agree on them. */
export interface RateStore {
  read(key: string): Promise<RateCount | undefined>;
  /** Puts `change(count)` in the place of the count, with nobody else in between. May call `change` again. */
  update(key: string, change: (count: RateCount | undefined) => RateCount): Promise<void>;
}

export interface RateLimiter {
  /** Counts one more for `who` (a person's id or a network), or throws `too-many-requests` and doesn't count. */
  take(rule: RateRule, who: string): Promise<void>;
  /** Throws `too-many-requests` where `take` would, without counting: for rules that count failures only. */
  assertRoom(rule: RateRule, who: string): Promise<void>;
}

export interface RateLimiterOptions {
  readonly store: RateStore;
  /** Multiplies every limit; 0 switches all of them off. */
  readonly factor: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Counts in a sliding window: the window before counts by the share of it that is still less than `perMs` ago. So one
 * row per key is enough, and nobody gets twice the limit by waiting for a full minute.
 */
export function createRateLimiter({
  store,
  factor,
  now = Date.now,
}: RateLimiterOptions): RateLimiter {
  const limitOf = (rule: RateRule) => Math.max(1, Math.floor(rule.limit * factor));
  const keyOf = (rule: RateRule, who: string) => `${rule.name} ${who}`;

  return {
    async take(rule, who) {
      if (factor === 0) return;
      let waitMs = 0;
      await store.update(keyOf(rule, who), (count) => {
        const time = now();
        const rolled = roll(count, rule.perMs, time);
        waitMs = waitOf(rolled, limitOf(rule), rule.perMs, time);
        return waitMs > 0 ? rolled : { ...rolled, current: rolled.current + 1 };
      });
      refuseIf(waitMs);
    },
    async assertRoom(rule, who) {
      if (factor === 0) return;
      const time = now();
      const count = roll(await store.read(keyOf(rule, who)), rule.perMs, time);
      refuseIf(waitOf(count, limitOf(rule), rule.perMs, time));
    },
  };
}

function refuseIf(waitMs: number): void {
  if (waitMs > 0) throw tooManyRequests({ retryAfter: Math.ceil(waitMs / 1_000) });
}

/** The count as it stands at `time`. */
function roll(count: RateCount | undefined, perMs: number, time: number): RateCount {
  const window = Math.floor(time / perMs);
  const expiresAt = (window + 2) * perMs;
  if (count?.window === window) return count;
  if (count?.window === window - 1)
    return { window, current: 0, previous: count.current, expiresAt };
  return { window, current: 0, previous: 0, expiresAt };
}

/** Milliseconds until one more fits; 0 where it does now. */
function waitOf(
  { current, previous }: RateCount,
  limit: number,
  perMs: number,
  time: number,
): number {
  const elapsed = time % perMs;
  const room = limit - 1 - current;
  if (room < 0) {
    // Only the next window can help, when enough of this one has slid out of sight.
    const share = 1 - (limit - 1) / current;
    return perMs - elapsed + share * perMs;
  }
  if (previous === 0) return 0;
  const share = 1 - room / previous;
  return Math.max(0, share * perMs - elapsed);
}

/** Most counts kept in memory. */
const countsKept = 10_000;

/** Counts of one process. When there are too many, the expired and then the oldest go. */
export function createMemoryRateStore(now: () => number = Date.now): RateStore {
  const counts = new Map<string, RateCount>();

  function makeRoom(): void {
    if (counts.size < countsKept) return;
    const time = now();
    for (const [key, count] of counts) {
      if (count.expiresAt <= time) counts.delete(key);
    }
    for (const key of counts.keys()) {
      if (counts.size < countsKept) return;
      counts.delete(key);
    }
  }

  return {
    async read(key) {
      return counts.get(key);
    },
    async update(key, change) {
      const count = change(counts.get(key));
      if (!counts.delete(key)) makeRoom();
      counts.set(key, count);
    },
  };
}

import { tooManyRequests } from '../contract/problems.ts';
