import { blogAnswers } from '../blog/server/blog-answers.ts';
import { commentAnswers } from '../features/comments/server/comment-answers.ts';
import { personalComments } from '../features/comments/server/comment-store.ts';
import { feedAnswers } from '../features/feeds/server/feed-answers.ts';
import { readingAnswers } from '../features/reading/server/reading-answers.ts';
import { searchAnswers } from '../features/search/server/search-answers.ts';
import { exportAnswers } from '../features/transfer/server/export/export-answers.ts';
import { personalWishes } from '../features/wishlist/server/wish-store.ts';
import { wishlistAnswers } from '../features/wishlist/server/wishlist-answers.ts';
import {
  personalBlogs,
  personalDrafts,
  personalRevisions,
} from '../features/writing/server/personal-blogs.ts';
import { writingAnswers } from '../features/writing/server/writing-answers.ts';
import type { Answer } from '../identity/answer.ts';
import type { RateLimiter } from '../platform/http/rate-limit.ts';
import type { Storage } from '../storage/storage.ts';
import { unlistedPrefixes } from './registry.ts';

export interface FeatureParts {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
}

/** What every feature answers. */
export function featureAnswers({ storage, limiter, siteUrl }: FeatureParts): readonly Answer[] {
  const parts = { storage, limiter };
  return [
    ...blogAnswers(parts),
    ...readingAnswers(parts),
    ...searchAnswers(parts),
    ...writingAnswers(parts),
    ...exportAnswers(parts),
    ...commentAnswers(parts),
    ...wishlistAnswers(parts),
    ...feedAnswers({ storage, siteUrl, unlistedPrefixes }),
  ];
}

/** What every feature keeps of people, for their download and for the end of an account. */
export function personalDataOf(storage: Storage) {
  return [
    // Revisions are found through the blogs' author: before the blogs let go of theirs.
    personalRevisions(storage),
    personalBlogs(storage),
    personalDrafts(storage),
    personalComments(storage),
    personalWishes(storage),
  ];
}
