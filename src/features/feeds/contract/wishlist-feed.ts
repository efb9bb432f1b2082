import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { notFound, tooManyRequests } from '../../../platform/contract/problems.ts';
import { xmlType } from './feeds.ts';

/** The feed of the member's own wishlist, readable by anyone with its address. */

const path = '/api/account/wishlistFeed';

export const wishlistFeed = defineEndpoint({
  method: 'GET',
  path: '/feed/wishlist/:token',
  access: 'public',
  summary: 'The latest thirty blogs on a wishlist as RSS 2.0, for whoever has its secret address.',
  params: z.object({ token: z.string() }),
  reply: z.string(),
  type: xmlType,
  refusals: [notFound, tooManyRequests],
});

export const wishlistFeedState = defineEndpoint({
  method: 'GET',
  path,
  access: 'member',
  summary: 'Whether the wishlist has a feed, and since when.',
  reply: z.object({
    /** ISO 8601; null without a feed. */
    madeAt: z.string().nullable(),
  }),
});

export const makeWishlistFeed = defineEndpoint({
  method: 'POST',
  path,
  access: 'member',
  summary:
    'Makes an address for the feed of the wishlist, and ends the one before. It is told here, and never again.',
  reply: z.object({ address: z.string(), madeAt: z.string() }),
  status: 201,
  refusals: [tooManyRequests],
});

export const endWishlistFeed = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'member',
  summary: 'Ends the feed of the wishlist: its address leads nowhere any more.',
  refusals: [tooManyRequests],
});
