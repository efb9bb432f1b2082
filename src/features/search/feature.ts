import { defineFeature } from '../../identity/define-feature.ts';
import type { Storage } from '../../storage/storage.ts';
import * as contract from './contract.ts';
import { createForgetWords } from './server/forget-words.ts';
import { searchAnswers } from './server/search-answers.ts';

export const searchFeature = defineFeature({
  name: 'search',
  contracts: [contract],
  start: (parts: { readonly storage: Storage }) => ({
    answers: searchAnswers(parts),
    sweeps: [createForgetWords(parts.storage)],
  }),
});
