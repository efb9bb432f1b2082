import type { Answer } from '../../identity/answer.ts';
import { defineFeature } from '../../identity/define-feature.ts';
import * as drafts from './drafts/contract/drafts.ts';
import * as previewLink from './drafts/contract/preview-link.ts';
import { draftAnswers } from './drafts/server/draft-answers.ts';
import { personalDraftStates, personalDrafts } from './drafts/server/personal-drafts.ts';
import { previewAnswers, previewLinksSinceBackup } from './drafts/server/preview-answers.ts';
import * as history from './history/contract.ts';
import { draftStateRetention } from './history/server/draft-states.ts';
import { personalEdits } from './history/server/edit-marks.ts';
import { draftHistoryAnswers, revisionAnswers } from './history/server/revision-answers.ts';
import * as othersTexts from './others-texts/contract.ts';
import type { OthersParts } from './others-texts/server/change-others-blog.ts';
import { othersAnswers } from './others-texts/server/others-answers.ts';
import * as ownTexts from './own-texts/contract.ts';
import { deletedAnswers, ownBlogAnswers } from './own-texts/server/own-blog-answers.ts';
import { personalBlogs, personalRevisions } from './own-texts/server/personal-blogs.ts';
import { removalAnswers } from './own-texts/server/removal-answers.ts';
import * as held from './publishing/contract/held.ts';
import * as publishing from './publishing/contract/publishing.ts';
import * as schedule from './publishing/contract/schedule.ts';
import { heldAnswers } from './publishing/server/held/held-answers.ts';
import { publishingAnswers } from './publishing/server/publishing-answers.ts';
import { startPublisher } from './publishing/server/schedule/publish-scheduled.ts';
import { scheduleAnswers } from './publishing/server/schedule/schedule-answers.ts';

export { moveDrafts } from './drafts/server/move-drafts.ts';
export { ownDrafts } from './drafts/server/own-drafts.ts';
export { isPreviewOpen } from './drafts/server/preview-answers.ts';
export { restoreAsDraft } from './own-texts/server/remove-blog.ts';

interface Parts extends Omit<OthersParts, 'revisionsKept'> {
  readonly config: Pick<OthersParts, 'revisionsKept'>;
  readonly logErrors: (what: string) => (error: unknown) => void;
}

/** All endpoints of authors and editors. */
export function writingAnswers(parts: OthersParts): readonly Answer[] {
  return [
    ...publishingAnswers(parts),
    ...scheduleAnswers(parts),
    ...heldAnswers(parts),
    ...revisionAnswers(parts),
    ...draftHistoryAnswers(parts),
    ...draftAnswers(parts),
    ...previewAnswers(parts),
    ...ownBlogAnswers(parts),
    ...deletedAnswers(parts),
    ...removalAnswers(parts),
    ...othersAnswers(parts),
  ];
}

export const writingFeature = defineFeature({
  name: 'writing',
  contracts: [publishing, schedule, held, history, drafts, previewLink, ownTexts, othersTexts],
  retention: draftStateRetention,
  sinceBackup: {
    undone: 'links to drafts that were ended',
    reapply: previewLinksSinceBackup,
  },
  personalData: (storage) => [
    personalRevisions(storage),
    personalEdits(storage),
    personalBlogs(storage),
    personalDrafts(storage),
    personalDraftStates(storage),
  ],
  start({ config, logErrors, ...given }: Parts) {
    const parts = { ...given, revisionsKept: config.revisionsKept };
    const onError = logErrors('scheduled draft not published');
    return {
      answers: writingAnswers(parts),
      jobs: [() => startPublisher({ ...parts, onError })],
    };
  },
});
