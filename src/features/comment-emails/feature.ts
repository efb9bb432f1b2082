import { defineFeature, type Job } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import {
  type CommentEmailParts,
  commentEmailAnswers,
  personalCommentEmails,
} from './server/comment-email-answers.ts';
import { commentEmailsSinceBackup } from './server/comment-email-store.ts';
import {
  type CommentMailParts,
  type CommentNewsParts,
  commentsMailKind,
  queueCommentNews,
} from './server/send-comment-emails.ts';

export { endableCommentEmails, noteComment, noteLetIn } from './server/comment-email-store.ts';

interface Parts extends CommentEmailParts, CommentMailParts {
  /** Undefined where the site sends no e-mails. */
  readonly queueMail: CommentNewsParts['queueMail'] | undefined;
  readonly emailJob: (tag: string, work: (signal: AbortSignal) => Promise<void>) => Job;
}

export const commentEmailsFeature = defineFeature({
  name: 'comment-emails',
  contracts: [contract],
  notInBackups: { untold_comments: 'their e-mails may have been sent since' },
  sinceBackup: {
    undone: 'news of comments that people ended',
    reapply: commentEmailsSinceBackup,
  },
  personalData: (storage) => [personalCommentEmails(storage)],
  start({ queueMail, emailJob, ...parts }: Parts) {
    return {
      answers: commentEmailAnswers(parts),
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
