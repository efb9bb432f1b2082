import type { Answer } from '../../../../identity/answer.ts';
import type { Identity } from '../../../../identity/create-identity.ts';
import type { RateLimiter } from '../../../../platform/http/answers/rate-limit.ts';
import type { Storage } from '../../../../storage/storage.ts';
import type { EmbeddedAccounts } from '../create-accounts.ts';
import { accountFactorAnswers } from './account-factor-answers.ts';
import { createChallenges } from './challenges.ts';
import { signInAnswers } from './sign-in-answers.ts';

export interface FactorParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly limiter: RateLimiter;
  readonly accounts: EmbeddedAccounts;
  readonly siteName: () => Promise<string>;
  readonly now: () => number;
}

/** Endpoints for second factors and passkeys. */
export function factorAnswers({ accounts, ...parts }: FactorParts): readonly Answer[] {
  const { storage, identity, now } = parts;
  const challenges = createChallenges({ storage, siteUrl: identity.siteUrl, now });
  return [
    ...signInAnswers({ ...parts, challenges, secondStep: accounts.secondStep }),
    ...accountFactorAnswers({
      ...parts,
      challenges,
      provider: accounts.provider,
      factors: accounts.factors,
    }),
  ];
}
