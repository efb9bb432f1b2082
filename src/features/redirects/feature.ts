import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import type { MissedCounter } from './server/missed/missed-counter.ts';
import { startStoringMisses } from './server/missed/store-missed-job.ts';
import { type RedirectsParts, redirectAnswers } from './server/redirect-answers.ts';

export { createIsOwnPath } from './own-paths.ts';
export {
  importRedirect,
  readImportedTarget,
  redirectsLockKeys,
} from './server/import-redirects.ts';
export { createLiveRedirects, type LiveRedirects } from './server/live-redirects.ts';
export { createMissedCounter, type MissedCounter } from './server/missed/missed-counter.ts';
export { type AddRedirects, allRedirects, createAddRedirects } from './server/redirect-store.ts';

interface Parts extends RedirectsParts {
  readonly missed: MissedCounter;
  readonly logErrors: (what: string) => (error: unknown) => void;
}

export const redirectsFeature = defineFeature({
  name: 'redirects',
  contracts: [contract],
  start(parts: Parts) {
    const { storage, missed: counter, logErrors } = parts;
    const onError = logErrors('addresses asked for in vain not stored');
    return {
      answers: redirectAnswers(parts),
      jobs: [() => startStoringMisses({ storage, counter, onError })],
    };
  },
});
