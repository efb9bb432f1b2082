import { createHash } from 'node:crypto';
import type { RateRule, Try } from '../../platform/http/answers/rate-limit.ts';
import { clockToleranceMs } from '../clock-tolerance.ts';
import type { CountedTriesTable } from '../schema.ts';

/** What is known of one rule and one name. All times are milliseconds since 1970. */
export interface Count {
  /** When the tries that count were made, the oldest first. */
  readonly times: readonly number[];
  /** Nothing passes before. */
  readonly blockedUntil: number;
}

/** Nothing tried. */
export const none: Count = { times: [], blockedUntil: 0 };
/** Half of a SHA-256: enough that no two names meet. */
const hashLength = 22;

/**
 * Who is counted, word by word, so that addresses of people and networks don't stand in the database: a limit needs
 * to know them again, not to name them.
 */
function hidden(who: string): string {
  const hash = (word: string) => createHash('sha256').update(word).digest('base64url');
  return who
    .split(' ')
    .map((word) => hash(word).slice(0, hashLength))
    .join(' ');
}

/** What the count of a try is stored by. */
export const keyOf = ([rule, who]: Try) => `${rule.name} ${hidden(who)}`;

function longestWaitOf({ backOff, perMs }: RateRule): number {
  return (backOff?.longestMs ?? perMs) + clockToleranceMs;
}

/** What of a stored count still counts at `time`. */
export function readCount(row: CountedTriesTable | undefined, rule: RateRule, time: number): Count {
  if (!row || row.expires_at <= time) return none;
  const times: readonly number[] = JSON.parse(row.times);
  return {
    // A time to come was counted by a clock that was wrong.
    times: times.filter(
      (one) => one <= time + clockToleranceMs && (rule.backOff || one > time - rule.perMs),
    ),
    blockedUntil: row.blocked_until > time + longestWaitOf(rule) ? 0 : row.blocked_until,
  };
}

/** Milliseconds since 1970 until which one more has to wait; not after `time` where it needn't. */
export function freeAt({ times, blockedUntil }: Count, rule: RateRule, limit: number): number {
  if (rule.backOff) return blockedUntil;
  // As soon as the oldest of the last `limit` tries counts no more.
  const oldest = times.at(-limit);
  return times.length < limit || oldest === undefined ? 0 : oldest + rule.perMs;
}

/** The count with a try at `time`, where there is room for it. */
export function withOneMore({ times }: Count, rule: RateRule, limit: number, time: number): Count {
  const counted = [...times, time];
  const { backOff } = rule;
  if (!backOff || counted.length < limit) return { times: counted, blockedUntil: 0 };
  const waitMs = backOff.firstMs * 2 ** (counted.length - limit);
  return { times: counted, blockedUntil: time + Math.min(waitMs, backOff.longestMs) };
}

/** The row that a count is stored in. */
export function rowOf(one: Try, { times, blockedUntil }: Count): CountedTriesTable {
  return {
    key: keyOf(one),
    times: JSON.stringify(times),
    blocked_until: blockedUntil,
    expires_at: Math.max(times.at(-1) ?? 0, blockedUntil) + one[0].perMs,
  };
}
