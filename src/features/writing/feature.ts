import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import * as deleted from './deleted-contract.ts';
import * as drafts from './draft-contract.ts';
import * as draftHistory from './draft-history-contract.ts';
import * as preview from './preview-contract.ts';
import * as schedule from './schedule-contract.ts';
import { draftStateRetention } from './server/drafts/draft-states.ts';
import {
  personalBlogs,
  personalDraftStates,
  personalDrafts,
  personalRevisions,
} from './server/own-blogs/personal-blogs.ts';
import { startPublisher } from './server/publishing/publish-scheduled.ts';
import { type WritingParts, writingAnswers } from './server/writing-answers.ts';

interface Parts extends Omit<WritingParts, 'revisionsKept'> {
  readonly config: Pick<WritingParts, 'revisionsKept'>;
  readonly logErrors: (what: string) => (error: unknown) => void;
}

export const writingFeature = defineFeature({
  name: 'writing',
  contracts: [contract, deleted, drafts, draftHistory, schedule, preview],
  retention: draftStateRetention,
  personalData: (storage) => [
    personalRevisions(storage),
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
