import { defineFeature } from '../../identity/define-feature.ts';
import type { Storage } from '../../storage/storage.ts';
import * as beside from './contract/beside.ts';
import * as contract from './contract/lists.ts';
import { readingAnswers } from './server/reading-answers.ts';

export const readingFeature = defineFeature({
  name: 'reading',
  contracts: [contract, beside],
  start: (parts: { readonly storage: Storage }) => ({ answers: readingAnswers(parts) }),
});
