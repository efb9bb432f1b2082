import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { type OutboxParts, outboxAnswers } from './server/outbox-answers.ts';

export const outboxFeature = defineFeature({
  name: 'outbox',
  contracts: [contract],
  start: (parts: OutboxParts) => ({ answers: outboxAnswers(parts) }),
});
