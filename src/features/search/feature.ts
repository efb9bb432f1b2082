import { defineFeature } from '../../identity/define-feature.ts';
import type { Storage } from '../../storage/storage.ts';
import * as contract from './contract.ts';
import { createForgetWords } from './server/forget-words.ts';
import { searchAnswers } from './server/search-answers.ts';

interface SearchParts {
  readonly storage: Storage;
  readonly config: { readonly limits: number };
}

export const searchFeature = defineFeature({
  name: 'search',
  contracts: [contract],
  start: ({ storage, config: { limits } }: SearchParts) => ({
    answers: searchAnswers({ storage, limits }),
    sweeps: [createForgetWords(storage)],
  }),
});
