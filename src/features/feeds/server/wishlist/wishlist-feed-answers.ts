import { type Answer, answer } from '../../../../identity/answer.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import { paths } from '../../../../paths.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import { notFound } from '../../../../platform/contract/problems.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { isoOf } from '../../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Reader } from '../../../../storage/storage.ts';
import {
  endWishlistFeed,
  makeWishlistFeed,
  wishlistFeed,
  wishlistFeedState,
} from '../../contract/wishlist-feed.ts';
import { type FeedSource, feedOf } from '../build-feed.ts';
import { nameHeaders } from '../feed-answers.ts';
import { findOfFeed } from '../feed-store.ts';
import { rssText } from '../formats/rss.ts';
import { dropToken, findMadeAt, findOwner, renewToken } from './feed-tokens.ts';

export interface WishlistFeedParts extends FeedSource {
  readonly limiter: WriteLimiter;
  /** Ids of the blogs on a person's wishlist, the latest wish first. */
  readonly findWishedBlogs: (
    db: Reader,
    personId: string,
  ) => Promise<readonly { readonly blog_id: string }[]>;
  readonly now?: () => number;
}

const changeRule: RateRule = { name: 'wishlist-feed-address', limit: 20, perMs: 60 * 60_000 };
/** Feed readers poll every few minutes at most; a member may use several. */
const readRule: RateRule = { name: 'wishlist-feed', limit: 120, perMs: 60 * 60_000 };
/** Wishes that are read: more than a feed shows, since some of the blogs may have been removed. */
const wishesSeen = 60;

/** The private feed of a member's wishlist, and the management of its address. */
export function wishlistFeedAnswers(parts: WishlistFeedParts): readonly Answer[] {
  const { storage, siteUrl, limiter, findWishedBlogs, now = Date.now } = parts;
  // Not a replica: a new or changed address is valid at once.
  const reader = storage.writer;

  return [
    answer(wishlistFeed, async ({ params: { token } }, { reply }) => {
      const personId = await findOwner(reader, token, now());
      if (personId === undefined) throw notFound();
      await limiter.take(readRule, personId);
      const wishes = await findWishedBlogs(reader, personId);
      const ids = wishes.slice(0, wishesSeen).map(({ blog_id }) => blog_id);
      const rows = await findOfFeed(storage.reader, ids);
      const about = {
        title: 'Your Wishlist',
        description: 'Blogs that you want to read.',
        pagePath: paths.wishlist.to(),
      };
      const own = { ...parts, hub: undefined };
      const made = await feedOf(own, about, rows, addressOf(wishlistFeed.path, { token }));
      nameHeaders(reply, made);
      reply.header('cache-control', 'private, no-store');
      reply.header('x-robots-tag', 'noindex, nofollow');
      reply.header('referrer-policy', 'no-referrer');
      return rssText(made);
    }),

    answer(wishlistFeedState, async (_input, { person }) => {
      const madeAt = await findMadeAt(reader, person.id);
      return { madeAt: madeAt === undefined ? null : isoOf(madeAt) };
    }),

    answer(makeWishlistFeed, (_input, { person: { id: personId } }) =>
      writeAs(storage, personId, async (write) => {
        await limiter.takeWithin(write, changeRule, personId);
        const madeAt = now();
        const token = await renewToken(write, { personId, now: madeAt });
        const address = siteUrl + addressOf(wishlistFeed.path, { token });
        return { address, madeAt: isoOf(madeAt) };
      }),
    ),

    answer(endWishlistFeed, (_input, { person: { id: personId } }) =>
      writeAs(storage, personId, async (write) => {
        await limiter.takeWithin(write, changeRule, personId);
        await dropToken(write, personId);
      }),
    ),
  ];
}
