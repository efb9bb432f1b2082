import { defineFeature } from '../../identity/define-feature.ts';
import * as audit from './contract/audit.ts';
import * as claim from './contract/claim.ts';
import * as people from './contract/people.ts';
import { personalAuditEntries } from './server/personal-audit-entries.ts';
import { type StaffParts, staffAnswers } from './server/staff-answers.ts';

export const staffFeature = defineFeature({
  name: 'staff',
  contracts: [people, audit, claim],
  personalData: (storage) => [personalAuditEntries(storage)],
  start: (parts: StaffParts) => ({ answers: staffAnswers(parts) }),
});
