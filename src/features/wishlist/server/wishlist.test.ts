import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Caller, problemOf, startMemberSite } from '../../../identity/testing.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOn, testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { plansOf } from '../../../storage/testing-plans.ts';
import { addWish, myWishes, removeWish, wishedBlogs, wishesMax } from '../contract.ts';
import { findWishes, personalWishes } from './wish-store.ts';
import { wishlistAnswers } from './wishlist-answers.ts';

function rowOf(title: string, category = 'Technology') {
  return {
    id: rowId(),
    title,
    title_folded: title,
    image_url: `/images/${title}.webp`,
    category,
    short_description: `About ${title}.`,
    long_description: 'Long.',
    word_count: 1,
    author_id: null,
    created_at: 1,
    updated_at: 1,
  };
}

async function givenBlog(storage: Storage, title: string, category?: string): Promise<string> {
  const row = rowOf(title, category);
  await storage.write(({ db }) => allTexts(db).insertInto('blogs').values(row).execute());
  return row.id;
}

async function start(storage: Storage) {
  const site = await startMemberSite(storage, wishlistAnswers);
  const ada = await site.member();
  const wish = (reviewId: string) => ada.call(addWish, { body: { reviewId } });
  const list = async (category = '') => (await ada.call(myWishes, { query: { category } })).body;
  return { site, ada, wish, list };
}

testOnEachEngine(
  "a wish shows its blog's current title and category and ignores those in the request",
  async ({ storage }) => {
    const { ada, list } = await start(storage);
    const reviewId = await givenBlog(storage, 'Engines');
    const forged = {
      reviewId,
      userEmail: ' ADA.lovelace@example.org ',
      title: 'Forged',
      imageUrl: 'javascript:x',
      category: 'Sports',
    };
    const { body: wish, headers } = await ada.call(addWish, { body: forged });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(wish).toEqual({
      _id: expect.any(String),
      reviewId,
      userEmail: ada.person.email,
      title: 'Engines',
      imageUrl: '/images/Engines.webp',
      category: 'Technology',
      shortDescription: 'About Engines.',
      tags: '',
      byline: { author: null, createdAt: expect.any(String), wordCount: 1 },
      isRemoved: false,
      absence: null,
    });
    await storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ title: 'Looms', category: 'Other' }).execute(),
    );
    expect(await list()).toEqual([{ ...wish, title: 'Looms', category: 'Other' }]);
  },
);

testOnBothEngines('of twenty concurrent adds one succeeds', async ({ storage }) => {
  const { wish, list } = await start(storage);
  const reviewId = await givenBlog(storage, 'Engines');
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => wish(reviewId)));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(19);
  for (const result of refused) {
    expect(result).toMatchObject({
      reason: {
        status: 409,
        code: 'wished-already',
        message: 'This blog is already in your wishlist.',
      },
    });
  }
  expect(await list()).toHaveLength(1);
});

testOnEachEngine("a member's wishlist is filtered and sorted by newest", async ({ storage }) => {
  const { site, ada, wish, list } = await start(storage);
  const ben = await site.member('Ben');
  const engines = await givenBlog(storage, 'Engines');
  const trains = await givenBlog(storage, 'Trains', 'Travel');
  await wish(engines);
  await ben.call(addWish, { body: { reviewId: engines } });
  await wish(trains);
  expect((await list()).map(({ title }) => title)).toEqual(['Trains', 'Engines']);
  expect((await list('Travel')).map(({ title }) => title)).toEqual(['Trains']);
  expect(await list('Health')).toEqual([]);
  const saved = (await ada.call(wishedBlogs, {})).body;
  expect(saved.map(({ reviewId }) => reviewId)).toEqual([trains, engines]);
  const others = ada.call(myWishes, { query: { email: ben.person.email } });
  expect(await problemOf(others)).toMatchObject({ status: 403, code: 'not-yours' });
  for (const bad of ['category=%00', "category=' or 1=1", 'category=a&category=b']) {
    expect((await ada.request(`${myWishes.path}?${bad}`)).status, bad).toBe(400);
  }
});

testOn(
  'sqlite',
  'the wishes of a category are read by the member, not by the category',
  async ({ storage }) => {
    const plans = await plansOf<{ detail: string }>(storage.reader, 'explain query plan', (db) =>
      findWishes(db, 'member', 'Travel'),
    );
    const [wishes, blogs] = plans[0] ?? [];
    expect(wishes?.detail).toMatch(/^SEARCH wishes USING .*person_id=/);
    expect(blogs?.detail).toMatch(/^SEARCH blogs USING .*\(id=/);
  },
);

testOnEachEngine('an invalid wish is refused with its reason', async ({ storage }) => {
  const { site, ada, wish } = await start(storage);
  const ben = await site.member('Ben');
  const reviewId = await givenBlog(storage, 'Engines');
  for (const id of [rowId(), 'x', '\0', '']) {
    expect(await problemOf(wish(id)), id).toMatchObject({ status: 404, code: 'blog-not-found' });
  }
  const forAnother = ada.call(addWish, { body: { reviewId, userEmail: ben.person.email } });
  expect(await problemOf(forAnother)).toMatchObject({ status: 403 });
  for (const attempt of [
    () => site.visitor.call(addWish, { body: { reviewId } }),
    () => site.visitor.call(myWishes, { query: { email: ada.person.email } }),
    () => site.visitor.call(removeWish, { query: { itemId: 'x' } }),
    () => site.visitor.call(wishedBlogs, {}),
  ]) {
    expect(await problemOf(attempt())).toMatchObject({ status: 401 });
  }
});

testOnEachEngine('a wish can be removed only by its owner', async ({ storage }) => {
  const { site, ada, wish, list } = await start(storage);
  const ben = await site.member('Ben');
  const reviewId = await givenBlog(storage, 'Engines');
  const { body: item } = await wish(reviewId);
  const query = { itemId: item._id };
  expect(await problemOf(ben.call(removeWish, { query }))).toMatchObject({
    status: 404,
    code: 'wish-not-found',
  });
  const asAda = ben.call(removeWish, { query: { ...query, email: ada.person.email } });
  expect(await problemOf(asAda)).toMatchObject({ status: 403 });
  await ada.call(removeWish, { query: { ...query, email: ada.person.email } });
  for (const itemId of [item._id, 'x', '\0']) {
    const again = ada.call(removeWish, { query: { itemId } });
    expect(await problemOf(again), itemId).toMatchObject({ status: 404 });
  }
  expect(await list()).toEqual([]);
  await wish(reviewId);
  expect(await list()).toHaveLength(1);
});

testOnEachEngine('the wish for a deleted blog stays until removed', async ({ storage }) => {
  const { ada, wish, list } = await start(storage);
  const { body: item } = await wish(await givenBlog(storage, 'Engines'));
  await storage.write(({ db }) => allTexts(db).deleteFrom('blogs').execute());
  const gone = { imageUrl: null, category: null, shortDescription: null, tags: null, byline: null };
  expect(await list()).toEqual([{ ...item, ...gone, isRemoved: true, absence: 'removed' }]);
  expect(await list('Technology')).toEqual([]);
  expect(await Readable.from(personalWishes(storage).rowsOf(ada.person.id)).toArray()).toEqual([
    expect.objectContaining({ title: 'Engines' }),
  ]);
  await ada.call(removeWish, { query: { itemId: item._id } });
  expect(await list()).toEqual([]);
});

testOnBothEngines('the wishlist has a limit and is returned whole', async ({ storage }) => {
  const { ada, wish, list } = await start(storage);
  const blogs = Array.from({ length: wishesMax }, (_, index) => rowOf(`Blog ${index}`));
  await storage.write(async ({ db }) => {
    for (let at = 0; at < blogs.length; at += 200) {
      const some = blogs.slice(at, at + 200);
      await allTexts(db).insertInto('blogs').values(some).execute();
      await db
        .insertInto('wishes')
        .values(
          some.map(({ id, title }) => ({
            id: rowId(),
            person_id: ada.person.id,
            blog_id: id,
            title,
            created_at: 1,
          })),
        )
        .execute();
    }
  });
  expect(await list()).toHaveLength(wishesMax);
  const reviewId = await givenBlog(storage, 'One more');
  expect(await problemOf(wish(reviewId))).toMatchObject({ status: 409, code: 'wishlist-full' });
  const [last] = await list();
  await ada.call(removeWish, { query: { itemId: last?._id ?? '' } });
  await wish(reviewId);
});

const pressForm = (
  caller: Caller,
  fields: Readonly<Record<string, string>>,
  { from = '/All-blogs?filter=Travel#title', headers = {} } = {},
) =>
  caller.request(`/api/wishForm?${new URLSearchParams({ from })}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });

const ledBy = ({ status, headers }: Response) => [status, headers.get('location')];

testOnEachEngine(
  'the form adds and removes a wish without scripts and redirects back',
  async ({ storage }) => {
    const { ada, list } = await start(storage);
    const blogId = await givenBlog(storage, 'Engines');
    const back = [303, '/All-blogs?filter=Travel#title'];
    // Sending it twice has the same result as once.
    for (const act of ['add', 'add'])
      expect(ledBy(await pressForm(ada, { blogId, act }))).toEqual(back);
    expect(await list()).toMatchObject([{ reviewId: blogId }]);
    for (const act of ['remove', 'remove']) {
      expect(ledBy(await pressForm(ada, { blogId, act }))).toEqual(back);
    }
    expect(await list()).toEqual([]);
  },
);

testOnEachEngine(
  'the wish form redirects only within the site, and visitors to Sign In',
  async (given) => {
    const { site, ada, list } = await start(given.storage);
    const blogId = await givenBlog(given.storage, 'Engines');
    const fields = { blogId, act: 'add' };
    for (const from of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      expect(ledBy(await pressForm(ada, fields, { from }))).toEqual([303, '/']);
    }
    expect(ledBy(await pressForm(site.visitor, fields, { from: '/All-blogs' }))).toEqual([
      303,
      '/Account/signin?from=%2FAll-blogs',
    ]);
    const gone = { ...fields, blogId: rowId() };
    expect(ledBy(await pressForm(ada, gone))).toEqual([303, '/Wishlist?refused=blog-not-found']);
    expect(await list()).toHaveLength(1);
  },
);

testOnEachEngine('the wish form refuses requests from other sites', async ({ storage }) => {
  const { ada, list } = await start(storage);
  const blogId = await givenBlog(storage, 'Engines');
  const fields = { blogId, act: 'add' };
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await pressForm(ada, fields, { headers })).status).toBe(403);
  expect((await pressForm(ada, { blogId, act: 'steal' })).status).toBe(400);
  const asJson = { method: 'POST', body: JSON.stringify(fields) };
  const type = { headers: { 'content-type': 'application/json' } };
  expect((await ada.request('/api/wishForm', { ...asJson, ...type })).status).toBe(415);
  expect(await list()).toEqual([]);
});
