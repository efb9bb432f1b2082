import type { FastifyInstance } from 'fastify';
import { rightsOver } from '../blog/policy.ts';
import { registerAccount } from '../features/account/server/register-account.ts';
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
import { createRateLimiter } from '../storage/rate-limiter.ts';
import type { Storage } from '../storage/storage.ts';
import type { Config } from './config.ts';

export interface FeatureParts {
  readonly storage: Storage;
  readonly identity: Identity;
  readonly config: Config;
  /** Told of letters that could not be sent. */
  readonly onMailError: (error: unknown) => void;
}

/** Every feature's part of the API, each handed what it needs of the others. */
export function registerFeatures(app: FastifyInstance, parts: FeatureParts): void {
  const { storage, identity, config, onMailError } = parts;
  const limiter = createRateLimiter({ storage, factor: config.limits });
  const writing = { storage, identity, limiter };
  readingRoutes(app, { storage, guard: identity.guard });
  feedRoutes(app, { storage, siteUrl: config.siteUrl });
  writingRoutes(app, writing);
  commentRoutes(app, {
    ...writing,
    canComment: (authorId, personId) => rightsOver(authorId, personId).canComment,
  });
  wishlistRoutes(app, writing);
  registerAccount(app, {
    ...writing,
    settings: config,
    onMailError,
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
