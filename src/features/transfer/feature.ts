import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { type ExportParts, exportAnswers } from './server/export/export-answers.ts';
import {
  type SiteExportAnswerParts,
  siteExportAnswers,
} from './server/export/site/site-export-answers.ts';

export const transferFeature = defineFeature({
  name: 'transfer',
  contracts: [contract],
  start: (parts: ExportParts & SiteExportAnswerParts) => ({
    answers: [...exportAnswers(parts), ...siteExportAnswers(parts)],
  }),
});
