import type { Answer } from '../../../identity/answer.ts';
import { type AuditParts, auditAnswers } from './audit-answers.ts';
import { type ClaimParts, claimAnswers } from './claim-answers.ts';
import { type PeopleParts, peopleAnswers } from './people-answers.ts';
import { type StandingParts, standingAnswer } from './standing-answer.ts';

type Parts = PeopleParts & ClaimParts & StandingParts;
export type StaffParts = AuditParts &
  Omit<Parts, 'now' | 'onClaim'> &
  Partial<Pick<Parts, 'now' | 'onClaim'>>;

/** Endpoints for ownership, people with accounts, and the audit log. */
export function staffAnswers({
  now = Date.now,
  onClaim = async () => {},
  ...given
}: StaffParts): readonly Answer[] {
  const parts = { ...given, now, onClaim };
  return [
    ...peopleAnswers(parts),
    ...auditAnswers(parts),
    ...claimAnswers(parts),
    standingAnswer(parts),
  ];
}
