import { expect } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { deleteMyAccount, myAccount, myData } from '../account-page-contract.ts';
import { changePassword, currentUser, signIn, startSession } from '../contract.ts';
import type { PersonalData } from './personal-data.ts';
import { startSite } from './testing-site.ts';
import { ada, createVisitor } from './testing-visitor.ts';

const newPassword = 'Difference';

function blogsOf(storage: Storage): PersonalData {
  return {
    name: 'blogs',
    collect: (personId) =>
      storage.reader
        .selectFrom('blogs')
        .select('title')
        .where('author_id', '=', personId)
        .execute(),
    async release({ db }, personId, blogs) {
      if (blogs === 'remove') {
        await db.deleteFrom('blogs').where('author_id', '=', personId).execute();
      }
    },
  };
}

async function addBlog(storage: Storage, authorId: string): Promise<void> {
  await storage.writer
    .insertInto('blogs')
    .values({
      id: `blog of ${authorId}`,
      title: 'Engines',
      title_folded: 'engines',
      image_url: '/a.png',
      category: 'Technology',
      short_description: 's',
      long_description: 'l',
      word_count: 1,
      author_id: authorId,
      created_at: 1,
      updated_at: 1,
    })
    .execute();
}

testOnEachEngine(
  'the download holds what every part of the site keeps, and no secret',
  async ({ storage }) => {
    const { url } = await startSite(storage, { personalData: [blogsOf(storage)] });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const { body: account } = await visitor.call(myAccount, {});
    await addBlog(storage, account.id);

    const { body, headers } = await visitor.call(myData, {});

    expect(body).toMatchObject({ account: { email: ada.email }, blogs: [{ title: 'Engines' }] });
    expect(headers.get('content-disposition')).toBe('attachment; filename="the-content-hub.json"');
    expect(JSON.stringify(body)).not.toMatch(/argon2|password_hash|token_hash/);
  },
);

testOnEachEngine(
  'deleting asks for the password and keeps the blogs without a name',
  async ({ storage }) => {
    const { url } = await startSite(storage, { personalData: [blogsOf(storage)] });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const { body: account } = await visitor.call(myAccount, {});
    const { body: proof } = await visitor.call(currentUser, {});
    await addBlog(storage, account.id);
    for (const password of ['', 'Wrong-one']) {
      const refused = visitor.call(deleteMyAccount, { body: { password, blogs: 'keep' } });
      expect((await problemOf(refused)).code).toBe('wrong-password');
    }

    await visitor.call(deleteMyAccount, { body: { password: ada.password, blogs: 'keep' } });

    expect(visitor.cookies.has('session')).toBe(false);
    const blogs = await storage.reader.selectFrom('blogs').select(['title', 'author_id']).execute();
    expect(blogs).toEqual([{ title: 'Engines', author_id: null }]);
    expect((await problemOf(visitor.call(signIn, { body: ada }))).code).toBe('user-not-found');
    const ghost = visitor.call(
      startSession,
      { body: { email: ada.email } },
      { authorization: `Bearer ${proof.idToken}` },
    );
    expect((await problemOf(ghost)).status).toBe(401);
    for (const table of ['people', 'credentials', 'sessions'] as const) {
      expect(await storage.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  },
);

testOnEachEngine(
  'deleting removes the blogs where the person wants it, and nobody else’s',
  async ({ storage }) => {
    const { url } = await startSite(storage, { personalData: [blogsOf(storage)] });
    const visitor = createVisitor(url);
    const other = createVisitor(url);
    await visitor.signUp();
    await other.signUp({ email: 'grace@example.org' });
    await addBlog(storage, (await visitor.call(myAccount, {})).body.id);
    const { id: otherId } = (await other.call(myAccount, {})).body;
    await addBlog(storage, otherId);

    await visitor.call(deleteMyAccount, { body: { password: ada.password, blogs: 'remove' } });

    const blogs = await storage.reader.selectFrom('blogs').select('author_id').execute();
    expect(blogs).toEqual([{ author_id: otherId }]);
  },
);

testOnEachEngine('without a password a recent sign-in has to do', async ({ storage }) => {
  const { url, clock } = await startSite(storage);
  const visitor = createVisitor(url);
  await visitor.signUp();
  await storage.writer.updateTable('credentials').set({ password_hash: null }).execute();
  clock.now += 11 * 60_000;
  const remove = { body: { password: '', blogs: 'keep' } } as const;
  expect(await problemOf(visitor.call(deleteMyAccount, remove))).toMatchObject({
    code: 'sign-in-again',
    status: 409,
  });
  clock.now -= 9 * 60_000;

  await visitor.call(changePassword, { body: { currentPassword: '', newPassword } });

  await createVisitor(url).signIn(ada.email, newPassword);
});

testOnEachEngine(
  'wrong passwords on the account page count like those at sign-in',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const wrong = { body: { password: 'Wrong-one', blogs: 'keep' } } as const;
    for (let count = 0; count < 5; count += 1) {
      expect((await problemOf(visitor.call(deleteMyAccount, wrong))).code).toBe('wrong-password');
    }
    expect((await problemOf(visitor.call(deleteMyAccount, wrong))).status).toBe(429);
  },
);
