import { expect } from 'vitest';
import { z } from 'zod';
import { allTexts } from '../../../blog/server/texts.ts';
import type { PersonalData } from '../../../identity/personal-data.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { deleteMyAccount, myAccount, myData } from '../contract/account-page.ts';
import {
  callAccountBack,
  changePassword,
  currentUser,
  signIn,
  startSession,
} from '../contract/sessions.ts';
import { startSite } from './testing-site.ts';
import { ada, createVisitor, type Visitor } from './testing-visitor.ts';

const newPassword = 'Difference';
const dayMs = 86_400_000;

async function restoreAccount(visitor: Visitor, proof: Parameters<Visitor['startSession']>[0]) {
  const headers = { authorization: `Bearer ${proof.idToken}` };
  await visitor.call(callAccountBack, { body: { email: proof.user.email } }, headers);
}

function blogsOf(storage: Storage): PersonalData {
  return {
    name: 'blogs',
    row: z.object({ title: z.string() }),
    async *rowsOf(personId) {
      yield* await allTexts(storage.reader)
        .selectFrom('blogs')
        .select(['title', 'version as secret'])
        .where('author_id', '=', personId)
        .execute();
    },
    async release({ db }, personId, blogs) {
      if (blogs === 'remove') {
        await allTexts(db).deleteFrom('blogs').where('author_id', '=', personId).execute();
      } else {
        await allTexts(db)
          .updateTable('blogs')
          .set({ author_id: null })
          .where('author_id', '=', personId)
          .execute();
      }
    },
  };
}

async function addBlog(storage: Storage, authorId: string): Promise<void> {
  await allTexts(storage.writer)
    .insertInto('blogs')
    .values({
      id: `blog of ${authorId}`,
      title: 'Engines',
      title_folded: 'engines',
      image_url: '/images/a.png',
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
  'the download holds the personal data of every feature and no secrets',
  async ({ storage }) => {
    const { url } = await startSite(storage, { personalData: [blogsOf(storage)] });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const { body: account } = await visitor.call(myAccount, {});
    await addBlog(storage, account.id);

    const { body, headers } = await visitor.call(myData, {});

    expect(body).toMatchObject({ account: { email: ada.email }, blogs: [{ title: 'Engines' }] });
    expect(headers.get('content-disposition')).toBe('attachment; filename="the-content-hub.json"');
    expect(JSON.stringify(body)).not.toMatch(/argon2|password_hash|token_hash|secret/);
  },
);

testOnEachEngine(
  'deleting an account requires the password and can keep its blogs without an author',
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
    const blogs = await allTexts(storage.reader)
      .selectFrom('blogs')
      .select(['title', 'author_id'])
      .execute();
    expect(blogs).toEqual([{ title: 'Engines', author_id: null }]);
    const ghost = visitor.call(
      startSession,
      { body: { email: ada.email } },
      { authorization: `Bearer ${proof.idToken}` },
    );
    expect((await problemOf(ghost)).status).toBe(401);
    expect(await storage.reader.selectFrom('sessions').selectAll().execute()).toEqual([]);
  },
);

testOnEachEngine(
  'a deleted account can be restored for seven days, and its address stays taken',
  async ({ storage }) => {
    const { url, clock, events, sweep } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    await visitor.call(deleteMyAccount, { body: { password: ada.password, blogs: 'keep' } });
    clock.now += 7 * dayMs - 60_000;
    await sweep();

    expect((await problemOf(createVisitor(url).signUp())).code).toBe('email-taken');
    const wrong = { body: { email: ada.email, password: 'Wrong-one' } };
    expect((await problemOf(visitor.call(signIn, wrong))).code).toBe('wrong-password');
    const proof = await visitor.prove();
    const refused = await problemOf(visitor.startSession(proof));
    expect(refused).toMatchObject({ code: 'account-deleted', status: 409 });
    expect(refused.message).toMatch(/It can be called back until .+ UTC\.$/);
    expect((await visitor.call(currentUser, {})).body.user).toBeNull();

    await restoreAccount(visitor, proof);

    expect((await visitor.call(currentUser, {})).body.user?.email).toBe(ada.email);
    expect(events.map(({ kind }) => kind)).toEqual([
      'sign-in',
      'account-deleted',
      'account-called-back',
      'sign-in',
    ]);
    // Restoring an account that isn't deleted records no event.
    await restoreAccount(createVisitor(url), await visitor.prove());
    expect(events.filter(({ kind }) => kind === 'account-called-back')).toHaveLength(1);
    clock.now += 8 * dayMs;
    await sweep();
    await createVisitor(url).signIn();
  },
);

testOnEachEngine(
  'after seven days a deleted account is erased and its address can be used again',
  async ({ storage }) => {
    const { url, clock, sweep } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    await visitor.call(deleteMyAccount, { body: { password: ada.password, blogs: 'keep' } });
    const early = await visitor.prove();
    clock.now += 7 * dayMs - 60_000;
    const proof = await visitor.prove();
    clock.now += 2 * 60_000;

    // Even before the sweep has run.
    expect((await problemOf(visitor.startSession(proof))).code).toBe('user-not-found');
    expect((await problemOf(restoreAccount(visitor, proof))).code).toBe('user-not-found');
    expect((await problemOf(restoreAccount(visitor, early))).status).toBe(401);
    await sweep();

    expect((await problemOf(visitor.call(signIn, { body: ada }))).code).toBe('user-not-found');
    for (const table of ['people', 'credentials', 'sessions', 'security_events'] as const) {
      expect(await storage.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    await visitor.signUp();
  },
);

testOnEachEngine(
  'only a sign-in token restores a deleted account, once, and only its own account',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const { body: before } = await visitor.call(currentUser, {});
    await visitor.call(deleteMyAccount, { body: { password: ada.password, blogs: 'keep' } });
    const proof = await visitor.prove();

    const old = restoreAccount(visitor, { idToken: before.idToken ?? '', user: ada });
    expect((await problemOf(old)).status).toBe(401);
    const other = restoreAccount(visitor, { ...proof, user: { email: 'grace@example.org' } });
    expect((await problemOf(other)).status).toBe(403);
    const twice = await Promise.allSettled([
      restoreAccount(visitor, proof),
      restoreAccount(visitor, proof),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  },
);

testOnEachEngine(
  'deleting an account with its blogs keeps the blogs of other authors',
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

    const blogs = await allTexts(storage.reader).selectFrom('blogs').select('author_id').execute();
    expect(blogs).toEqual([{ author_id: otherId }]);
  },
);

testOnEachEngine(
  'deleting an account without a password requires a recent sign-in',
  async ({ storage }) => {
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
  },
);

testOnEachEngine(
  'wrong passwords on the account page count towards the sign-in limit',
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
