import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { personalFollows } from './server/follow-store.ts';
import { type FollowingParts, followingAnswers } from './server/following-answers.ts';
import { newBlogRetention } from './server/new-blogs.ts';

export { findNewOfFollowed, newsTagsOf, noteNewBlog } from './server/new-blogs.ts';

export const followingFeature = defineFeature({
  name: 'following',
  contracts: [contract],
  retention: newBlogRetention,
  personalData: (storage) => [personalFollows(storage)],
  start: (parts: FollowingParts) => ({ answers: followingAnswers(parts) }),
});
