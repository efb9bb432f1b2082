import { type Answer, answer } from '../../../identity/answer.ts';
import { assertOwnEmail } from '../../../identity/guards.ts';
import type { Person } from '../../../identity/person.ts';
import { writeAs } from '../../../identity/write-as.ts';
import type { RateLimiter, RateRule } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';
import { addWish, myWishes, removeWish, type Wish, wishedBlogs } from '../contract.ts';
import {
  findWishedBlogs,
  findWishes,
  insertWish,
  removeWishOf,
  type WishRow,
} from './wish-store.ts';

function presentWish(row: WishRow, owner: Person): Wish {
  return {
    _id: row.id,
    reviewId: row.blog_id,
    userEmail: owner.email,
    title: row.title ?? row.wished_title,
    imageUrl: row.image_url,
    category: row.category,
    shortDescription: row.short_description,
    isRemoved: row.title === null,
  };
}

export interface WishlistParts {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const wishRule: RateRule = { name: 'wish', limit: 60, perMs: 30_000 };

/** What readers keep for later. */
export function wishlistAnswers({
  storage,
  limiter,
  now = Date.now,
}: WishlistParts): readonly Answer[] {
  return [
    answer(myWishes, async ({ query }, { person }) => {
      assertOwnEmail(person, query.email);
      const rows = await findWishes(storage.reader, person.id, query.category);
      return rows.map((row) => presentWish(row, person));
    }),

    answer(wishedBlogs, async (_input, { person }) => {
      const rows = await findWishedBlogs(storage.reader, person.id);
      return rows.map((row) => ({ _id: row.id, reviewId: row.blog_id }));
    }),

    answer(addWish, async ({ body }, { person }) => {
      assertOwnEmail(person, body.userEmail);
      await limiter.take(wishRule, person.id);
      const wish = { personId: person.id, blogId: body.reviewId, now: now() };
      const row = await writeAs(storage, person.id, (write) => insertWish(write, wish));
      return presentWish(row, person);
    }),

    answer(removeWish, async ({ query }, { person }) => {
      assertOwnEmail(person, query.email);
      await writeAs(storage, person.id, (write) => removeWishOf(write, person.id, query.itemId));
      return undefined;
    }),
  ];
}
