import { defineFeature } from './define-feature.ts';
import * as door from './door.ts';
import * as quotaProblems from './quotas/quota-problems.ts';
import * as roleProblems from './role-problems.ts';
import { sessionRetention } from './session/session.ts';

export const identityFeature = defineFeature({
  name: 'identity',
  contracts: [quotaProblems, roleProblems, door],
  retention: sessionRetention,
});
