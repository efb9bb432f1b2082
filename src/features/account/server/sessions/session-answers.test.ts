import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { mySessions } from '../../contract/account-page.ts';
import {
  currentUser,
  endSession,
  signUp,
  startSession,
  updateProfile,
} from '../../contract/sessions.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor } from '../testing-visitor.ts';

const json = { 'content-type': 'application/json' };
const profile = { body: { displayName: 'Ada', photoURL: '/images/ada.png' } };

testOnEachEngine('a session cannot be started with an email alone', async ({ storage }) => {
  const { url } = await startSite(storage);
  const visitor = createVisitor(url);
  await visitor.call(signUp, { body: ada });
  for (const headers of [json, { 'content-type': 'application/x-www-form-urlencoded' }]) {
    const reply = await fetch(`${url}/jwt`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: ada.email }),
    });
    expect(reply.status).toBe(401);
    expect(await reply.json()).toMatchObject({ code: 'not-signed-in' });
    expect(reply.headers.get('set-cookie')).toBeNull();
  }
});

testOnEachEngine(
  'an ID token starts a session only for its own email, whatever its case',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    const { body } = await visitor.call(signUp, { body: ada });
    const proof = { authorization: `Bearer ${body.idToken}` };

    const other = visitor.call(startSession, { body: { email: 'bob@example.org' } }, proof);
    expect(await problemOf(other)).toMatchObject({ code: 'not-yours', status: 403 });
    expect(visitor.cookies.size).toBe(0);
    const own = await visitor.call(startSession, { body: { email: ' ADA@Example.org' } }, proof);
    expect(own.body.user.email).toBe(ada.email);
  },
);

testOnEachEngine(
  'the session cookie is HttpOnly and SameSite=Lax, and with https Secure with the __Host- prefix',
  async ({ storage }) => {
    const plain = await startSite(storage);
    const secure = await startSite(storage, { siteUrl: 'https://blog.example.org' });
    const attributes: string[] = [];
    for (const [{ url }, email] of [
      [plain, 'a@example.org'],
      [secure, 'b@example.org'],
    ] as const) {
      const visitor = createVisitor(url);
      const { body } = await visitor.call(signUp, { body: { ...ada, email } });
      const reply = await visitor.request('/jwt', {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${body.idToken}` },
        body: JSON.stringify({ email }),
      });
      attributes.push(reply.headers.get('set-cookie') ?? '');
    }

    expect(attributes[0]).toMatch(
      /^session=[\w-]{43}; Max-Age=77(?:76000|7599\d); Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(attributes[1]).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=77(?:76000|7599\d); Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
  },
);

testOnEachEngine(
  'each sign-in sets a new cookie and ends the session of the old one',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const old = visitor.cookies.get('session');
    await visitor.signIn();

    expect(visitor.cookies.get('session')).not.toBe(old);
    expect((await visitor.call(mySessions, {})).body).toHaveLength(1);
    visitor.cookies.set('session', old ?? '');
    expect((await problemOf(visitor.call(updateProfile, profile))).status).toBe(401);
  },
);

testOnEachEngine(
  'after logging out the old cookie is invalid, and logging out again succeeds',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const old = visitor.cookies.get('session') ?? '';

    await visitor.call(endSession, {});
    expect(visitor.cookies.has('session')).toBe(false);
    await visitor.call(endSession, {});

    visitor.cookies.set('session', old);
    expect((await problemOf(visitor.call(updateProfile, profile))).code).toBe('not-signed-in');
    expect((await visitor.call(currentUser, {})).body).toEqual({ user: null, idToken: null });
  },
);

testOnEachEngine(
  'a request from another site, for a prefetch or for an image cannot log out or change the profile',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const foreign: readonly Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    ];
    for (const headers of foreign) {
      const reply = await visitor.request('/logout', { headers });
      expect(reply.status).toBe(403);
      expect(reply.headers.get('set-cookie')).toBeNull();
    }
    const change = visitor.call(updateProfile, profile, { 'sec-fetch-site': 'cross-site' });
    expect(await problemOf(change)).toMatchObject({ code: 'foreign-origin', status: 403 });

    expect((await visitor.call(currentUser, {})).body.user?.displayName).toBe(ada.displayName);
  },
);

testOnEachEngine(
  'an altered, made-up or doubled session cookie is refused',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const token = visitor.cookies.get('session') ?? '';
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const [row] = await storage.reader.selectFrom('sessions').selectAll().execute();

    for (const value of [
      altered,
      '',
      'x'.repeat(5_000),
      row?.token_hash,
      row?.id,
      `${token}; session=x`,
    ]) {
      const call = visitor.call(mySessions, {}, { cookie: `session=${value}` });
      expect((await problemOf(call)).status).toBe(401);
    }
    expect(JSON.stringify(row)).not.toContain(token);
  },
);

testOnEachEngine(
  'a session ends after two idle weeks and at the latest after ninety days',
  async ({ storage }) => {
    const { url, clock } = await startSite(storage);
    const dayMs = 86_400_000;
    const idle = createVisitor(url);
    await idle.signUp();
    clock.now += 13 * dayMs;
    await idle.call(mySessions, {});
    clock.now += 13 * dayMs;
    await idle.call(mySessions, {});
    clock.now += 14 * dayMs;
    expect((await problemOf(idle.call(mySessions, {}))).status).toBe(401);

    await idle.signIn();
    for (let day = 0; day < 90; day += 10) {
      await idle.call(mySessions, {});
      clock.now += 10 * dayMs;
    }
    expect((await problemOf(idle.call(mySessions, {}))).status).toBe(401);
  },
);
