import { expect } from 'vitest';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import {
  deleteMyAccount,
  endMySession,
  myAccount,
  myData,
  mySessions,
  signOutEverywhere,
} from '../account-page-contract.ts';
import { changePassword, currentUser, signIn, startSession } from '../contract.ts';
import type { PersonalData } from './personal-data.ts';
import { startSite } from './testing-site.ts';
import { ada, createVisitor, problemOf } from './testing-visitor.ts';

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
  'the account page shows the account and where it is signed in',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const { body } = await visitor.call(signIn, { body: ada });
    const phone = createVisitor(url);
    await phone.request('/jwt', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${body.idToken}`,
        'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0 <b>',
      },
      body: JSON.stringify({ email: ada.email }),
    });

    expect((await visitor.call(myAccount, {})).body).toMatchObject({
      email: ada.email,
      hasPassword: true,
      hasGoogle: false,
      isEmailVerified: false,
    });
    const { body: sessions } = await phone.call(mySessions, {});
    expect(sessions.map(({ label, isCurrent }) => [label, isCurrent]).sort()).toEqual([
      ['A browser', false],
      ['Firefox on Android', true],
    ]);
  },
);

testOnEachEngine(
  "a session can be ended from elsewhere, but not anybody else's",
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    const lost = createVisitor(url);
    const stranger = createVisitor(url);
    await visitor.signUp();
    await lost.signIn();
    await stranger.signUp({ email: 'eve@example.org' });
    const { body } = await visitor.call(mySessions, {});
    const id = body.find(({ isCurrent }) => !isCurrent)?.id ?? '';

    const foreign = await problemOf(stranger.call(endMySession, { params: { id } }));
    expect(foreign).toMatchObject({ code: 'session-not-found', status: 404 });
    await lost.call(mySessions, {});
    await visitor.call(endMySession, { params: { id } });

    expect((await problemOf(lost.call(mySessions, {}))).status).toBe(401);
    await visitor.call(mySessions, {});
  },
);

testOnEachEngine(
  'signing out everywhere ends every session and every token',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    const elsewhere = createVisitor(url);
    await visitor.signUp();
    await elsewhere.signIn();
    const { body } = await visitor.call(currentUser, {});

    await visitor.call(signOutEverywhere, {});

    expect(visitor.cookies.has('session')).toBe(false);
    expect((await problemOf(elsewhere.call(mySessions, {}))).status).toBe(401);
    const old = visitor.call(
      startSession,
      { body: { email: ada.email } },
      { authorization: `Bearer ${body.idToken}` },
    );
    expect((await problemOf(old)).status).toBe(401);
  },
);

testOnEachEngine('a new password ends all sessions but this one', async ({ storage }) => {
  const { url } = await startSite(storage);
  const visitor = createVisitor(url);
  const elsewhere = createVisitor(url);
  await visitor.signUp();
  await elsewhere.signIn();
  const before = visitor.cookies.get('session');
  const wrong = { body: { currentPassword: 'Wrong-one', newPassword } };
  expect((await problemOf(visitor.call(changePassword, wrong))).code).toBe('wrong-password');

  await visitor.call(changePassword, { body: { currentPassword: ada.password, newPassword } });

  expect(visitor.cookies.get('session')).not.toBe(before);
  expect((await visitor.call(mySessions, {})).body).toHaveLength(1);
  expect((await problemOf(elsewhere.call(mySessions, {}))).status).toBe(401);
  expect((await problemOf(elsewhere.call(signIn, { body: ada }))).code).toBe('wrong-password');
  await elsewhere.signIn(ada.email, newPassword);
});

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

testOnEachEngine(
  'a visitor gets 401 from every endpoint of the account page',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    const calls = [
      visitor.call(myAccount, {}),
      visitor.call(mySessions, {}),
      visitor.call(myData, {}),
      visitor.call(endMySession, { params: { id: 'x' } }),
      visitor.call(signOutEverywhere, {}),
      visitor.call(deleteMyAccount, { body: { password: '', blogs: 'keep' } }),
      visitor.call(changePassword, { body: { currentPassword: '', newPassword } }),
    ];
    for (const call of calls) expect((await problemOf(call)).code).toBe('not-signed-in');
  },
);
