import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { type ExportParts, exportAnswers } from './server/export/export-answers.ts';

export const transferFeature = defineFeature({
  name: 'transfer',
  contracts: [contract],
  start: (parts: ExportParts) => ({ answers: exportAnswers(parts) }),
});
