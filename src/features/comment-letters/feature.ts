import { defineFeature, type Job } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import {
  type CommentLetterParts,
  commentLetterAnswers,
  personalLetters,
} from './server/comment-letter-answers.ts';
import {
  type CommentLettersSenderParts,
  sendCommentLetters,
} from './server/send-comment-letters.ts';

export { endableCommentLetters, noteComment, noteLetIn } from './server/comment-letter-store.ts';

interface Parts extends CommentLetterParts, Omit<CommentLettersSenderParts, 'post' | 'now'> {
  /** Undefined where the site sends no letters. */
  readonly post: CommentLettersSenderParts['post'] | undefined;
  readonly letterJob: (tag: string, work: (signal: AbortSignal) => Promise<void>) => Job;
}

export const commentLettersFeature = defineFeature({
  name: 'comment-letters',
  contracts: [contract],
  notInBackups: { untold_comments: 'their e-mails may have been sent since' },
  personalData: (storage) => [personalLetters(storage)],
  start({ post, letterJob, ...parts }: Parts) {
    return {
      answers: commentLetterAnswers(parts),
      jobs: post
        ? [letterJob('comment-letters', (signal) => sendCommentLetters({ ...parts, post }, signal))]
        : [],
    };
  },
});
