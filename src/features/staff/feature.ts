import { defineFeature } from '../../identity/define-feature.ts';
import * as acts from './act-contract.ts';
import * as claim from './claim-contract.ts';
import * as people from './people-contract.ts';
import { personalActs } from './server/personal-acts.ts';
import { type StaffParts, staffAnswers } from './server/staff-answers.ts';

export const staffFeature = defineFeature({
  name: 'staff',
  contracts: [people, acts, claim],
  personalData: (storage) => [personalActs(storage)],
  start: (parts: StaffParts) => ({ answers: staffAnswers(parts) }),
});
