import { defineFeature } from '../../identity/define-feature.ts';
import * as manage from './contract/manage.ts';
import * as contract from './contract/reports.ts';
import { type ManageParts, manageAnswers } from './server/manage-answers.ts';
import { type ReportParts, reportAnswers } from './server/report-answers.ts';
import { personalReports } from './server/report-store.ts';

export {
  countReported,
  countTextsInQuestion,
  findTextsInQuestion,
  peopleInQuestion,
} from './server/people-in-question.ts';
export { renameInQuestion } from './server/report-store.ts';
export { createReview } from './server/review.ts';

export const moderationFeature = defineFeature({
  name: 'moderation',
  contracts: [contract, manage],
  personalData: (storage) => [personalReports(storage)],
  start: (parts: ReportParts & ManageParts) => ({
    answers: [...reportAnswers(parts), ...manageAnswers(parts)],
  }),
});
