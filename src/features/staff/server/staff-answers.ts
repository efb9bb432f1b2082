import type { Answer } from '../../../identity/answer.ts';
import { auditAnswers } from './audit-answers.ts';
import { claimAnswers } from './claim-answers.ts';
import { type PeopleParts, peopleAnswers } from './people-answers.ts';

export type StaffParts = Omit<PeopleParts, 'now'> & Partial<Pick<PeopleParts, 'now'>>;

/** Who runs the site, who may be here, and what those who decide that did. */
export function staffAnswers({ now = Date.now, ...given }: StaffParts): readonly Answer[] {
  const parts = { ...given, now };
  return [...peopleAnswers(parts), ...auditAnswers(parts), ...claimAnswers(parts)];
}
