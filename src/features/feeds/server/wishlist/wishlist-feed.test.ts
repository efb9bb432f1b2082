import { expect } from 'vitest';
import { givenBlogs } from '../../../../blog/server/testing.ts';
import { unlimitedSuspension } from '../../../../identity/suspension.ts';
import { problemOf, startMemberSite } from '../../../../identity/testing.ts';
import { createRateLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines } from '../../../../storage/testing.ts';
import {
  endWishlistFeed,
  makeWishlistFeed,
  wishlistFeedState,
} from '../../contract/wishlist-feed.ts';
import { wishlistFeedAnswers } from './wishlist-feed-answers.ts';

const siteUrl = 'http://content-hub.test';

async function start(storage: Storage) {
  await givenBlogs(storage, [{ title: 'Wished for' }, { title: 'Not wished for' }]);
  const rows = await storage.reader.selectFrom('published_blogs').select(['id', 'title']).execute();
  const wished = rows.filter(({ title }) => title === 'Wished for');
  return startMemberSite(storage, () =>
    wishlistFeedAnswers({
      storage,
      siteUrl,
      siteName: async () => 'The Content Hub',
      siteIntro: async () => 'Stories.',
      reading: async () => 'public',
      hub: 'https://hub.example.org/',
      limiter: createRateLimiter({ storage, factor: 1 }),
      findWishedBlogs: async () => wished.map(({ id }) => ({ blog_id: id })),
    }),
  );
}

testOnBothEngines(
  'the secret address serves the wishlist feed until it is replaced or ended',
  async (given) => {
    const { storage } = given;
    const site = await start(storage);
    const member = await site.member();
    const pathOf = (address: string) => address.slice(siteUrl.length);
    const statusOf = async (path: string) => (await site.visitor.request(path)).status;

    expect((await member.call(wishlistFeedState, {})).body).toEqual({ madeAt: null });
    const { body: first } = await member.call(makeWishlistFeed, {});
    const reply = await site.visitor.request(pathOf(first.address));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expect(reply.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(reply.headers.get('link')).toBeNull();
    const text = await reply.text();
    expect(text).toContain('<title>Wished for</title>');
    expect(text).not.toContain('Not wished for');

    // The stored hash doesn't reveal the address.
    const stored = JSON.stringify(
      await storage.reader.selectFrom('feed_tokens').selectAll().execute(),
    );
    expect(stored).not.toContain(pathOf(first.address).split('/').at(-1));

    const { body: second } = await member.call(makeWishlistFeed, {});
    expect(await statusOf(pathOf(first.address))).toBe(404);
    expect(await statusOf(pathOf(second.address))).toBe(200);

    const suspend = (until: number | null) =>
      storage.write(({ db }) =>
        db
          .updateTable('people')
          .set({ suspended_until: until })
          .where('id', '=', member.person.id)
          .execute(),
      );
    await suspend(unlimitedSuspension);
    expect(await statusOf(pathOf(second.address))).toBe(404);
    await suspend(null);

    await member.call(endWishlistFeed, {});
    expect(await statusOf(pathOf(second.address))).toBe(404);
    expect((await member.call(wishlistFeedState, {})).body).toEqual({ madeAt: null });
    expect(await statusOf('/feed/wishlist/x')).toBe(404);
    expect(await problemOf(site.visitor.call(makeWishlistFeed, {}))).toMatchObject({ status: 401 });
  },
);
