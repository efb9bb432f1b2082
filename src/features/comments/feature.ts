import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import * as onOwnBlog from './contract-on-own-blog.ts';
import { commentAnswers } from './server/comment-answers.ts';
import { ownBlogAnswers } from './server/own-blog-answers.ts';
import { personalComments } from './server/personal-comments.ts';
import { commentsSinceBackup } from './server/since-backup.ts';
import type { CommentParts } from './server/write-comments.ts';

export { commentHtml } from './server/comment-html.ts';
export { findComments, findCommentsAmong } from './server/comment-store.ts';
export { countComments, countCommentsBy } from './server/count-comments.ts';
export { insertImportedComments, readImportedComment } from './server/import-comments.ts';
export { closeComments } from './server/on-own-blog.ts';

export const commentsFeature = defineFeature({
  name: 'comments',
  contracts: [contract, onOwnBlog],
  sinceBackup: {
    undone: 'comments that authors hid or closed on their blogs',
    reapply: commentsSinceBackup,
  },
  personalData: (storage) => [personalComments(storage)],
  start: (parts: CommentParts) => ({
    answers: [...commentAnswers(parts), ...ownBlogAnswers(parts)],
  }),
});
