import { defineFeature } from '../../identity/define-feature.ts';
import type { Storage } from '../../storage/storage.ts';
import * as contract from './contract.ts';
import { authorAnswers } from './server/author-answers.ts';

export const authorsFeature = defineFeature({
  name: 'authors',
  contracts: [contract],
  start: (parts: { readonly storage: Storage }) => ({ answers: authorAnswers(parts) }),
});
