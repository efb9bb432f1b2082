import { createHash } from 'node:crypto';
import type { RateRule, Try } from '../../platform/http/answers/rate-limit.ts';
import { clockToleranceMs } from '../clock-tolerance.ts';
import type { CountedTriesTable } from '../schema.ts';

/** Recorded attempts of one rule and one subject. All times are milliseconds since 1970. */
export interface Count {
  /** Times of the attempts that count, the oldest first. */
  readonly times: readonly number[];
  /** All attempts before this time are refused. */
  readonly blockedUntil: number;
}

export const none: Count = { times: [], blockedUntil: 0 };
/** 132 bits of a SHA-256 digest in base64url: enough to rule out collisions. */
const hashLength = 22;

/**
 * Hashes the subject word by word, so that the database holds no e-mail or network addresses: a limit only needs to
 * recognize them.
 */
function hidden(who: string): string {
  const hash = (word: string) => createHash('sha256').update(word).digest('base64url');
  return who
    .split(' ')
    .map((word) => hash(word).slice(0, hashLength))
    .join(' ');
}

/** Primary key of an attempt's count. */
export const keyOf = ([rule, who]: Try) => `${rule.name} ${hidden(who)}`;

function longestWaitOf({ backOff, perMs }: RateRule): number {
  return (backOff?.longestMs ?? perMs) + clockToleranceMs;
}

/** The part of a stored count that is still in effect at `time`. */
export function readCount(row: CountedTriesTable | undefined, rule: RateRule, time: number): Count {
  if (!row || row.expires_at <= time) return none;
  const times: readonly number[] = JSON.parse(row.times);
  return {
    // A time in the future was recorded by a wrong clock.
    times: times.filter(
      (one) => one <= time + clockToleranceMs && (rule.backOff || one > time - rule.perMs),
    ),
    blockedUntil: row.blocked_until > time + longestWaitOf(rule) ? 0 : row.blocked_until,
  };
}

/** Milliseconds since 1970 when the next attempt is allowed; not after `time` if it is allowed already. */
export function nextAllowedAt(
  { times, blockedUntil }: Count,
  rule: RateRule,
  limit: number,
): number {
  if (rule.backOff) return blockedUntil;
  // When the oldest of the last `limit` attempts leaves the window.
  const oldest = times.at(-limit);
  return times.length < limit || oldest === undefined ? 0 : oldest + rule.perMs;
}

/** The count with an attempt at `time` added. */
export function withOneMore({ times }: Count, rule: RateRule, limit: number, time: number): Count {
  const counted = [...times, time];
  const { backOff } = rule;
  if (!backOff || counted.length < limit) return { times: counted, blockedUntil: 0 };
  const waitMs = backOff.firstMs * 2 ** (counted.length - limit);
  return { times: counted, blockedUntil: time + Math.min(waitMs, backOff.longestMs) };
}

/** The database row for a count. */
export function rowOf(one: Try, { times, blockedUntil }: Count): CountedTriesTable {
  return {
    key: keyOf(one),
    times: JSON.stringify(times),
    blocked_until: blockedUntil,
    expires_at: Math.max(times.at(-1) ?? 0, blockedUntil) + one[0].perMs,
  };
}
