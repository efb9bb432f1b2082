import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { startClaiming } from './server/claim-job.ts';
import { type HandOverParts, handOverRetention } from './server/hand-over.ts';
import { ownershipAnswers } from './server/ownership-answers.ts';
import { personalClaims } from './server/personal-claims.ts';
import { addressesSinceBackup } from './server/since-backup.ts';

export { undoableAmong } from './server/hand-over.ts';

interface Parts extends Omit<HandOverParts, 'now'> {
  readonly logErrors: (what: string) => (error: unknown) => void;
}

export const ownershipFeature = defineFeature({
  name: 'ownership',
  contracts: [contract],
  retention: handOverRetention,
  sinceBackup: {
    undone: 'addresses of imported authors that were deleted',
    reapply: addressesSinceBackup,
  },
  personalData: (storage) => [personalClaims(storage)],
  start(given: Parts) {
    const parts = { ...given, now: Date.now };
    const onError = given.logErrors('imported texts not given to their authors');
    return {
      answers: ownershipAnswers(parts),
      jobs: [() => startClaiming({ ...parts, onError })],
    };
  },
});
