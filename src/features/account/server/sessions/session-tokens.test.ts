import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import {
  deleteMyAccount,
  endMySession,
  mySessions,
  signOutEverywhere,
} from '../../contract/account-page.ts';
import {
  callAccountBack,
  changePassword,
  currentUser,
  endSession,
  signUp,
  startSession,
} from '../../contract/sessions.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor, type Visitor } from '../testing-visitor.ts';

testOnEachEngine('an ID token of a sign-in starts one session only', async ({ storage }) => {
  const { url } = await startSite(storage);
  const visitor = createVisitor(url);
  const { body } = await visitor.call(signUp, { body: ada });
  await visitor.startSession(body);

  const again = await problemOf(createVisitor(url).startSession(body));

  expect(again).toMatchObject({ code: 'not-signed-in', status: 401 });
});

testOnEachEngine('invalid ID tokens count against the sign-in limit', async ({ storage }) => {
  const { url } = await startSite(storage);
  const visitor = createVisitor(url, '198.51.100.3');
  const guess = () =>
    problemOf(
      visitor.call(startSession, { body: { email: ada.email } }, { authorization: 'Bearer a.b.c' }),
    );
  for (let count = 0; count < 20; count += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
});

/** The session cookie as a header, for a request after the cookie has changed. */
const cookieOf = (visitor: Visitor) => `session=${visitor.cookies.get('session')}`;

testOnEachEngine(
  'the ID token of a session continues that session with its age and starts no second one',
  async ({ storage }) => {
    const { url, clock } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const [before] = (await visitor.call(mySessions, {})).body;
    const old = cookieOf(visitor);
    await storage.writer.updateTable('credentials').set({ password_hash: null }).execute();
    const remove = { body: { password: '', blogs: 'keep' } } as const;

    for (let round = 0; round < 9; round += 1) {
      clock.now += 10 * 86_400_000 - 60_000;
      const { user, idToken } = (await visitor.call(currentUser, {})).body;
      await visitor.startSession({ idToken: idToken ?? '', user: { email: user?.email ?? '' } });
      expect((await problemOf(visitor.call(deleteMyAccount, remove))).code).toBe('sign-in-again');
    }

    const sessions = (await visitor.call(mySessions, {})).body;
    expect(sessions).toMatchObject([{ id: before?.id, createdAt: before?.createdAt }]);
    expect((await problemOf(visitor.call(mySessions, {}, { cookie: old }))).status).toBe(401);
    const { idToken } = (await visitor.call(currentUser, {})).body;
    clock.now += 10 * 60_000;
    expect((await problemOf(visitor.call(mySessions, {}))).status).toBe(401);
    const late = visitor.startSession({ idToken: idToken ?? '', user: ada });
    expect((await problemOf(late)).status).toBe(401);
  },
);

testOnBothEngines(
  'of many concurrent exchanges of one ID token one succeeds',
  async ({ storage }) => {
    const { url } = await startSite(storage, { limits: 0 });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const { idToken } = (await visitor.call(currentUser, {})).body;
    const proof = { idToken: idToken ?? '', user: ada };

    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => createVisitor(url).startSession(proof)),
    );

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await storage.reader.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  },
);

testOnEachEngine(
  'the ID tokens of a session become invalid when it ends, however it ends',
  async ({ storage }) => {
    const { url } = await startSite(storage, { limits: 0 });
    const endings: Readonly<Record<string, (visitor: Visitor) => Promise<unknown>>> = {
      'logging out': (visitor) => visitor.call(endSession, {}),
      'logging out everywhere': (visitor) => visitor.call(signOutEverywhere, {}),
      'ended from elsewhere': async (visitor) => {
        const [{ id = '' } = {}] = (await visitor.call(mySessions, {})).body;
        const other = createVisitor(url);
        await other.signIn();
        await other.call(endMySession, { params: { id } });
      },
      'a new password': (visitor) =>
        visitor.call(changePassword, {
          body: { currentPassword: ada.password, newPassword: ada.password },
        }),
      'another sign-in in its place': (visitor) => visitor.signIn(),
    };
    await createVisitor(url).signUp();

    for (const [name, end] of Object.entries(endings)) {
      const visitor = createVisitor(url);
      await visitor.signIn();
      const { idToken } = (await visitor.call(currentUser, {})).body;
      await end(visitor);
      for (const endpoint of [startSession, callAccountBack]) {
        const proof = { authorization: `Bearer ${idToken}` };
        const late = createVisitor(url).call(endpoint, { body: { email: ada.email } }, proof);
        expect(await problemOf(late), name).toMatchObject({ code: 'not-signed-in', status: 401 });
      }
    }
  },
);

testOnEachEngine(
  "exchanging one session's token with the cookie of another ends the other and moves the first",
  async ({ storage }) => {
    const { url } = await startSite(storage, { limits: 0 });
    const first = createVisitor(url);
    await first.signUp();
    const [{ id = '' } = {}] = (await first.call(mySessions, {})).body;
    const grace = createVisitor(url);
    await grace.signUp({ email: 'grace@example.org' });
    const { idToken } = (await first.call(currentUser, {})).body;

    await grace.startSession({ idToken: idToken ?? '', user: ada });

    expect((await grace.call(currentUser, {})).body.user?.email).toBe(ada.email);
    expect((await grace.call(mySessions, {})).body).toMatchObject([{ id, isCurrent: true }]);
    expect((await problemOf(first.call(mySessions, {}))).status).toBe(401);
    expect(await storage.reader.selectFrom('sessions').select('id').execute()).toHaveLength(1);
  },
);
