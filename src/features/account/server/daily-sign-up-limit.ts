import type { SignUpPolicy } from '../../../identity/sign-up-policy.ts';
import { Problem, tooManyRequests } from '../../../platform/contract/problems.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { tooManyAccounts } from '../contract/problems.ts';
import { signUpDayRule } from './limits.ts';

export interface DailySignUpLimitOptions {
  readonly signUpPolicy: SignUpPolicy;
  readonly limiter: WriteLimiter;
  /** The most accounts that one network may create in a day; 0 for no limit. */
  readonly accountsPerDay: number;
}

/**
 * Limits the accounts that one network creates in a day, by password, by Google or by an external provider, with an
 * invitation or without. It counts accounts, not attempts: the count is rolled back with the account.
 */
export function limitDailySignUps({
  signUpPolicy,
  limiter,
  accountsPerDay,
}: DailySignUpLimitOptions): SignUpPolicy {
  if (accountsPerDay === 0) return signUpPolicy;
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
    async assertOpen(attempt) {
      await signUpPolicy.assertOpen(attempt);
      await refuseByName(limiter.assertRoom(rule, attempt.network));
    },
    async recordSignUp(write, personId, attempt) {
      await signUpPolicy.recordSignUp(write, personId, attempt);
      await refuseByName(limiter.takeWithin(write, rule, attempt.network));
    },
  };
}
