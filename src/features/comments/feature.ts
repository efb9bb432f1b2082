import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { type CommentParts, commentAnswers } from './server/comment-answers.ts';
import { personalComments } from './server/personal-comments.ts';

export { findComments, findCommentsAmong } from './server/comment-store.ts';
export { countComments, countCommentsBy } from './server/count-comments.ts';
export { insertImportedComments, readImportedComment } from './server/import-comments.ts';

export const commentsFeature = defineFeature({
  name: 'comments',
  contracts: [contract],
  personalData: (storage) => [personalComments(storage)],
  start: (parts: CommentParts) => ({ answers: commentAnswers(parts) }),
});
