import { type Answer, answer } from '../../../identity/answer.ts';
import { ownersTag } from '../../../identity/owners.ts';
import { writeAs } from '../../../identity/write-as.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { claimSite } from '../contract/claim.ts';
import type { ChangeParts } from './change-people.ts';
import { claim, type OnClaim } from './own-site.ts';

export interface ClaimParts extends ChangeParts {
  readonly limiter: WriteLimiter;
  /** Called when the first owner is made. */
  readonly onClaim: OnClaim;
}

/** Limits the load of guessing; the codes themselves can't be guessed. */
const claimRule: RateRule = { name: 'claims', limit: 10, perMs: 60_000 };

/** Endpoint by which a site without an owner gets its first one. */
export function claimAnswers(parts: ClaimParts): readonly Answer[] {
  const { storage, limiter, queueMail, onClaim, now } = parts;
  return [
    answer(claimSite, async ({ body: { code } }, { person }) => {
      await limiter.take(claimRule, person.id);
      const personId = person.id;
      const claiming = { personId, code, now: now(), queueMail, onClaim };
      await writeAs(storage, personId, (write) => claim(write, claiming), [ownersTag]);
    }),
  ];
}
