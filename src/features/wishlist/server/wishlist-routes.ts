import type { FastifyInstance } from 'fastify';
import { assertMember } from '../../../identity/assert-member.ts';
import type { Identity } from '../../../identity/create-identity.ts';
import { assertOwnEmail, requirePerson } from '../../../identity/guards.ts';
import { bind } from '../../../platform/http/bind.ts';
import { privateRoutes } from '../../../platform/http/private-routes.ts';
import type { RateLimiter, RateRule } from '../../../platform/http/rate-limit.ts';
import type { Storage } from '../../../storage/storage.ts';
import { addWish, myWishes, removeWish, wishedBlogs } from '../contract.ts';
import { presentWish } from './present.ts';
import { findWishedBlogs, findWishes, insertWish, removeWishOf } from './wish-store.ts';

export interface WishlistRoutesOptions {
  readonly storage: Storage;
  readonly identity: Pick<Identity, 'guard' | 'sessions'>;
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const wishRule: RateRule = { name: 'wish', limit: 60, perMs: 30_000 };

/** What readers keep for later. */
export function wishlistRoutes(app: FastifyInstance, options: WishlistRoutesOptions): void {
  privateRoutes(app, (scope) => {
    listRoutes(scope, options);
    changeRoutes(scope, options);
  });
}

function listRoutes(app: FastifyInstance, { storage, identity }: WishlistRoutesOptions): void {
  const { guard, sessions } = identity;

  bind(app, guard, myWishes, async ({ query }, { request }) => {
    const person = await requirePerson(sessions, request);
    assertOwnEmail(person, query.email);
    const rows = await findWishes(storage.reader, person.id, query.category);
    return rows.map((row) => presentWish(row, person));
  });

  bind(app, guard, wishedBlogs, async (_input, { request }) => {
    const person = await requirePerson(sessions, request);
    const rows = await findWishedBlogs(storage.reader, person.id);
    return rows.map((row) => ({ _id: row.id, reviewId: row.blog_id }));
  });
}

function changeRoutes(app: FastifyInstance, options: WishlistRoutesOptions): void {
  const { storage, limiter, now = Date.now } = options;
  const { guard, sessions } = options.identity;

  bind(app, guard, addWish, async ({ body }, { request }) => {
    const person = await requirePerson(sessions, request);
    assertOwnEmail(person, body.userEmail);
    await limiter.take(wishRule, person.id);
    const wish = { personId: person.id, blogId: body.reviewId, now: now() };
    const row = await storage.write(
      async (write) => {
        await assertMember(write, person.id);
        return insertWish(write, wish);
      },
      { alone: [`person:${person.id}`] },
    );
    return presentWish(row, person);
  });

  bind(app, guard, removeWish, async ({ query }, { request }) => {
    const person = await requirePerson(sessions, request);
    assertOwnEmail(person, query.email);
    const alone = [`person:${person.id}`];
    await storage.write((write) => removeWishOf(write, person.id, query.itemId), { alone });
    return undefined;
  });
}
