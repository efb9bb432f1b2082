import { defineFeature } from '../../identity/define-feature.ts';
import * as contract from './contract.ts';
import { findWishedBlogs, personalWishes } from './server/wish-store.ts';
import { type WishlistParts, wishlistAnswers } from './server/wishlist-answers.ts';

export { countWishes } from './server/count-wishes.ts';
export { findWishedBlogs };

export const wishlistFeature = defineFeature({
  name: 'wishlist',
  contracts: [contract],
  personalData: (storage) => [personalWishes(storage)],
  start: (parts: WishlistParts) => ({ answers: wishlistAnswers(parts) }),
});
