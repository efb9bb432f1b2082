import { defineFeature, type Job } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import {
  type CommentLetterParts,
  commentLetterAnswers,
  personalLetters,
} from './server/comment-letter-answers.ts';
import { commentLettersSinceBackup } from './server/comment-letter-store.ts';
import {
  type CommentMailParts,
  type CommentNewsParts,
  commentsMailKind,
  queueCommentNews,
} from './server/send-comment-letters.ts';

export { endableCommentLetters, noteComment, noteLetIn } from './server/comment-letter-store.ts';

interface Parts extends CommentLetterParts, CommentMailParts {
  /** Undefined where the site sends no e-mails. */
  readonly queueMail: CommentNewsParts['queueMail'] | undefined;
  readonly emailJob: (tag: string, work: (signal: AbortSignal) => Promise<void>) => Job;
}

export const commentLettersFeature = defineFeature({
  name: 'comment-letters',
  contracts: [contract],
  notInBackups: { untold_comments: 'their e-mails may have been sent since' },
  sinceBackup: commentLettersSinceBackup,
  personalData: (storage) => [personalLetters(storage)],
  start({ queueMail, emailJob, ...parts }: Parts) {
    return {
      answers: commentLetterAnswers(parts),
      mails: [commentsMailKind(parts)],
      jobs: queueMail
        ? [
            emailJob('comment-letters', (signal) =>
              queueCommentNews({ ...parts, queueMail }, signal),
            ),
          ]
        : [],
    };
  },
});
