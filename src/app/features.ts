import type { FastifyInstance } from 'fastify';
import { rightsOver } from '../blog/policy.ts';
import { registerIdentity } from '../features/account/server/register-identity.ts';
import { commentRoutes } from '../features/comments/server/comment-routes.ts';
import { personalComments } from '../features/comments/server/personal-comments.ts';
import { feedRoutes } from '../features/feeds/server/feed-routes.ts';
import { readingRoutes } from '../features/reading/server/reading-routes.ts';
import { personalWishes } from '../features/wishlist/server/personal-wishes.ts';
import { wishlistRoutes } from '../features/wishlist/server/wishlist-routes.ts';
import {
  personalBlogs,
  personalDrafts,
  personalRevisions,
} from '../features/writing/server/personal-blogs.ts';
import { writingRoutes } from '../features/writing/server/writing-routes.ts';
import type { Identity } from '../identity/create-identity.ts';
import { createRateLimiter } from '../platform/http/rate-limit.ts';
import { createRateStore } from '../storage/rate-store.ts';
import type { Storage } from '../storage/storage.ts';

export interface FeatureParts {
  readonly storage: Storage;
  readonly identity: Identity;
  /** Factor on every rate limit; 0 switches them off. */
  readonly limits: number;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
}

/** Every feature's part of the API, each handed what it needs of the others. */
export function registerFeatures(app: FastifyInstance, parts: FeatureParts): void {
  const { storage, identity, limits, siteUrl } = parts;
  const limiter = createRateLimiter({ store: createRateStore(storage), factor: limits });
  const writing = { storage, identity, limiter };
  readingRoutes(app, { storage, guard: identity.guard });
  feedRoutes(app, { storage, siteUrl });
  writingRoutes(app, writing);
  commentRoutes(app, {
    ...writing,
    canComment: (authorId, personId) => rightsOver(authorId, personId).canComment,
  });
  wishlistRoutes(app, writing);
  registerIdentity(app, {
    storage,
    identity,
    personalData: [
      // Revisions are found through the blogs' author: before the blogs let go of theirs.
      personalRevisions(storage),
      personalBlogs(storage),
      personalDrafts(storage),
      personalComments(storage),
      personalWishes(storage),
    ],
  });
}
