import { defineFeature } from '../../identity/define-feature.ts';
import type { Storage } from '../../storage/storage.ts';
import * as contract from './contract.ts';
import { archiveAnswers } from './server/archive-answers.ts';

/** Blogs by the year and month of their publication; the database counts them beside the blogs. */
export const archiveFeature = defineFeature({
  name: 'archive',
  contracts: [contract],
  start: ({ storage }: { readonly storage: Storage }) => ({ answers: archiveAnswers({ storage }) }),
});
