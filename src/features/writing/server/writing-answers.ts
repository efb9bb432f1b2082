import type { Review } from '../../../blog/server/held/review.ts';
import type { Answer } from '../../../identity/answer.ts';
import type { AccountQuotas } from '../../../identity/quotas/account-quotas.ts';
import type { TextLayout } from '../../../platform/threads/text-layout.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../storage/storage.ts';
import { deletedAnswers } from './deleted-answers.ts';
import { draftAnswers } from './drafts/draft-answers.ts';
import { draftHistoryAnswers } from './drafts/draft-history-answers.ts';
import { previewAnswers } from './drafts/preview-answers.ts';
import { heldAnswers } from './held/held-answers.ts';
import { type CountBlogs, ownBlogAnswers } from './own-blogs/own-blog-answers.ts';
import { publishingAnswers } from './publishing/publishing-answers.ts';
import { scheduleAnswers } from './publishing/schedule-answers.ts';
import { revisionAnswers } from './revisions/revision-answers.ts';

/** What each call of an author works with. */
export interface WritingParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly layout: TextLayout;
  readonly quotas: AccountQuotas;
  /** Most earlier texts kept of a blog. */
  readonly revisionsKept: number;
  readonly countWishes: CountBlogs;
  readonly countComments: CountBlogs;
  /** What has to be looked at before anybody sees it. */
  readonly review: Review;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Everything that an author does with blogs. */
export function writingAnswers(parts: WritingParts): readonly Answer[] {
  return [
    ...publishingAnswers(parts),
    ...revisionAnswers(parts),
    ...heldAnswers(parts),
    ...draftAnswers(parts),
    ...draftHistoryAnswers(parts),
    ...ownBlogAnswers(parts),
    ...deletedAnswers(parts),
    ...scheduleAnswers(parts),
    ...previewAnswers(parts),
  ];
}
