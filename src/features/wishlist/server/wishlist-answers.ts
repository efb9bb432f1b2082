import { mapFields } from '../../../blog/fields.ts';
import { presentCover } from '../../../blog/server/present-blog.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { assertOwnEmail } from '../../../identity/guards.ts';
import type { Person } from '../../../identity/person.ts';
import { safeReturnPath } from '../../../identity/session/return-path.ts';
import { writeAs, writeOnceAs } from '../../../identity/write-as.ts';
import { paths } from '../../../paths.ts';
import { notSignedIn, type Problem } from '../../../platform/contract/problems.ts';
import { idempotencyKeyOf } from '../../../platform/http/answers/idempotency-key.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { assertRoomOnce, makeOnce } from '../../../storage/make-once.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  addWish,
  myWishes,
  removeWish,
  type Wish,
  wishedAlready,
  wishedBlogs,
  wishedNames,
  wishForm,
  wishFormRefusals,
  wishNotFound,
} from '../contract.ts';
import {
  findWish,
  findWishedBlogs,
  findWishes,
  insertWish,
  removeWishFor,
  removeWishOf,
  type WishRow,
} from './wish-store.ts';

/** The columns of a blog that isn't visible are null. */
function bylineOf({ author_name, created_at, word_count }: WishRow): Wish['byline'] {
  if (created_at === null || word_count === null) return null;
  return {
    author: author_name === null ? null : { name: author_name },
    createdAt: isoOf(created_at),
    wordCount: word_count,
  };
}

/** Shown instead of a title. */
const notAvailable = 'A blog that is not available';

function presentWish(row: WishRow, owner: Person): Wish {
  return {
    _id: row.id,
    reviewId: row.blog_id,
    userEmail: owner.email,
    // The title of a blog that staff hide is hidden, too.
    title: row.title ?? (row.why?.isHeld ? notAvailable : row.wished_title),
    ...mapFields(wishedNames, ({ column }) => row[column]),
    imageUrl:
      row.image_url !== null && row.category !== null
        ? presentCover({ image_url: row.image_url, category: row.category })
        : null,
    byline: bylineOf(row),
    isRemoved: row.title === null,
    absence: row.title === null ? (row.why?.absence ?? 'removed') : null,
  };
}

export interface WishlistParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly now?: () => number;
}

/** Redirects visitors to Sign In and back; other expected refusals are shown above the wishlist. */
function pageAfterRefusal(refusal: Problem, query: unknown): string | undefined {
  if (notSignedIn.is(refusal)) {
    const { data } = wishForm.query.safeParse(query);
    return paths.signIn.to({ from: safeReturnPath(data?.from) });
  }
  const isSaid = wishFormRefusals.some((kind) => kind.is(refusal));
  return isSaid ? paths.wishlist.to({ refused: refusal.code }) : undefined;
}

const wishRule: RateRule = { name: 'wish', limit: 60, perMs: 30_000 };

/** Endpoints for wishlists. */
export function wishlistAnswers(parts: WishlistParts): readonly Answer[] {
  const { storage, limiter, now = Date.now } = parts;

  async function add(personId: string, blogId: string, key: string | undefined): Promise<WishRow> {
    const request = { personId, purpose: 'addWish', key, content: blogId, now: now() };
    await assertRoomOnce(parts, wishRule, request);
    return writeAs(storage, personId, async (write) => {
      const id = await makeOnce(write, request, async () => {
        await limiter.takeWithin(write, wishRule, personId);
        return insertWish(write, { personId, blogId, now: now() });
      });
      const row = await findWish(write.db, personId, id);
      if (!row) throw wishNotFound();
      return row;
    });
  }

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

    answer(addWish, async ({ body }, { person, request }) => {
      assertOwnEmail(person, body.userEmail);
      const row = await add(person.id, body.reviewId, idempotencyKeyOf(request));
      return presentWish(row, person);
    }),

    answer(removeWish, async ({ query: { email, itemId } }, { person, request }) => {
      assertOwnEmail(person, email);
      const key = idempotencyKeyOf(request);
      const once = { personId: person.id, purpose: 'removeWish', key, content: itemId, now: now() };
      await writeOnceAs(storage, once, (write) => removeWishOf(write, person.id, itemId));
    }),

    {
      ...answer(wishForm, async ({ query, body: { blogId, act } }, { person, reply }) => {
        const personId = person.id;
        if (act === 'add') {
          await add(personId, blogId, undefined).catch((error: unknown) => {
            // A second click, or another tab: the blog is on the list as requested.
            if (!wishedAlready.is(error)) throw error;
          });
        } else {
          await writeAs(storage, personId, (write) => removeWishFor(write, { personId, blogId }));
        }
        reply.header('location', safeReturnPath(query.from));
      }),
      leadAfter: pageAfterRefusal,
    },
  ];
}
