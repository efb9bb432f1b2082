import { defineFeature } from '../../identity/define-feature.ts';
import type { Storage } from '../../storage/storage.ts';
import * as contract from './contract.ts';
import { archiveAnswers } from './server/archive-answers.ts';

/** Blogs by year and month of publication. The counts per month are stored in the database. */
export const archiveFeature = defineFeature({
  name: 'archive',
  contracts: [contract],
  start: ({ storage }: { readonly storage: Storage }) => ({ answers: archiveAnswers({ storage }) }),
});
