import { defineFeature } from './define-feature.ts';
import { outboxRetention } from './mail/outbox-store.ts';
import * as quotaProblems from './quotas/quota-problems.ts';
import * as roleProblems from './role-problems.ts';
import { sessionRetention } from './session/session.ts';
import * as signUpPolicy from './sign-up-policy.ts';

export const identityFeature = defineFeature({
  name: 'identity',
  contracts: [quotaProblems, roleProblems, signUpPolicy],
  retention: [...sessionRetention, ...outboxRetention],
});
