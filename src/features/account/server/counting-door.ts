import type { Door } from '../../../identity/door.ts';
import { Problem, tooManyRequests } from '../../../platform/contract/problems.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { tooManyAccounts } from '../problems.ts';
import { signUpDayRule } from './limits.ts';

export interface CountingDoorOptions {
  readonly door: Door;
  readonly limiter: WriteLimiter;
  /** Most accounts that one network may make in a day; 0 for no bound. */
  readonly accountsPerDay: number;
}

/**
 * Lets so many in from one network in a day, whichever way they come: by password, by Google, by the provider that has
 * the accounts, with an invitation or without. What is counted is accounts, not tries: the count stands or falls with
 * the account.
 */
export function countingDoor({ door, limiter, accountsPerDay }: CountingDoorOptions): Door {
  if (accountsPerDay === 0) return door;
  const rule = signUpDayRule(accountsPerDay);

  async function refuseByName(counted: Promise<void>): Promise<void> {
    try {
      await counted;
    } catch (cause) {
      const isFull = cause instanceof Problem && tooManyRequests.is(cause);
      if (!isFull) throw cause;
      throw tooManyAccounts({ ...(cause.retryAfter && { retryAfter: cause.retryAfter }), cause });
    }
  }

  return {
    async assertOpen(newcomer) {
      await door.assertOpen(newcomer);
      await refuseByName(limiter.assertRoom(rule, newcomer.network));
    },
    async enter(write, personId, newcomer) {
      await door.enter(write, personId, newcomer);
      await refuseByName(limiter.takeWithin(write, rule, newcomer.network));
    },
  };
}
