import { defineFeature } from '../../identity/define-feature.ts';
import * as audit from './contract/audit.ts';
import * as claim from './contract/claim.ts';
import * as people from './contract/people.ts';
import * as standing from './contract/standing.ts';
import { personalAuditEntries } from './server/personal-audit-entries.ts';
import { type StaffParts, staffAnswers } from './server/staff-answers.ts';
import { type NoticeParts, staffNotices } from './server/staff-notices.ts';

export { notifyOwners } from './server/staff-notices.ts';

export const staffFeature = defineFeature({
  name: 'staff',
  contracts: [people, audit, claim, standing],
  personalData: (storage) => [personalAuditEntries(storage)],
  start: (parts: StaffParts & NoticeParts) => ({
    answers: staffAnswers(parts),
    mails: [staffNotices(parts)],
  }),
});
