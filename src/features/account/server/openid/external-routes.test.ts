import { expect, onTestFinished } from 'vitest';
import { startOpenIdProvider } from '../../../../../test/openid/openid-stand-in.ts';
import { problemOf } from '../../../../identity/testing.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { deleteMyAccount, myAccount, myData, mySessions } from '../../contract/account-page.ts';
import {
  callAccountBack,
  changePassword,
  currentUser,
  forgotPassword,
  identitySettings,
  linkGoogle,
  resetPassword,
  sendVerification,
  signIn,
  signUp,
  updateProfile,
  verifyEmail,
} from '../../contract/sessions.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor, type Visitor } from '../testing-visitor.ts';

const grace = {
  sub: '1001',
  email: 'grace@example.org',
  email_verified: true,
  name: 'Grace Hopper',
  picture: 'https://example.org/grace.png',
} as const;
const start = '/identity/start';
const token = 'a'.repeat(43);

async function startSiteElsewhere(storage: Storage) {
  const standIn = await startOpenIdProvider();
  onTestFinished(() => standIn.stop());
  const site = await startSite(storage, {
    external: standIn.settings,
    // An external provider overrides these two.
    google: standIn.settings,
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'nobody@example.org' },
  });
  standIn.allow(site.url);
  standIn.add(grace);
  standIn.answerAs(grace.sub);
  return { ...site, standIn };
}

const problemAt = (end: URL) => new URLSearchParams(end.hash.slice(1)).get('problem');

/** From the start of the sign-in to a session. */
async function arrive(visitor: Visitor, path = start) {
  const outcome = await visitor.finishSignIn(await visitor.follow(path));
  const { email, idToken } = outcome;
  await visitor.startSession({ idToken, user: { email } });
  return outcome;
}

testOnEachEngine(
  'a person of the external provider gets a session and returns to the page they came from',
  async ({ storage }) => {
    const { url } = await startSiteElsewhere(storage);
    const visitor = createVisitor(url);

    const outcome = await arrive(visitor, `${start}?to=/Wishlist`);

    expect(outcome).toMatchObject({ email: grace.email, to: '/Wishlist' });
    const { body } = await visitor.call(currentUser, {});
    expect(body).toEqual({
      user: {
        id: expect.any(String),
        email: grace.email,
        displayName: grace.name,
        photoURL: grace.picture,
        role: 'member',
      },
      idToken: null,
    });
    const { idToken } = outcome;
    const replay = createVisitor(url).startSession({ idToken, user: { email: grace.email } });
    expect((await problemOf(replay)).code).toBe('not-signed-in');
  },
);

testOnEachEngine(
  'name and photo are updated from the provider at each sign-in',
  async ({ storage }) => {
    const { url, standIn } = await startSiteElsewhere(storage);
    const visitor = createVisitor(url);
    await arrive(visitor);
    const { body: before } = await visitor.call(currentUser, {});
    standIn.add({ ...grace, name: 'Admiral Hopper' });

    await arrive(visitor);

    const { body } = await visitor.call(currentUser, {});
    expect(body.user).toEqual({ ...before.user, displayName: 'Admiral Hopper' });
  },
);

testOnEachEngine(
  'the authorization request has PKCE, state and nonce, and a prompt for signing up or in',
  async ({ storage }) => {
    const { url } = await startSiteElsewhere(storage);
    const askedBy = async (path: string) => {
      const begun = await createVisitor(url).request(path);
      return Object.fromEntries(new URL(begun.headers.get('location') ?? '').searchParams);
    };
    const secret = expect.stringMatching(/^[\w-]{43}$/);
    expect(await askedBy(`${start}?to=//evil.example&prompt=none`)).toEqual({
      client_id: 'content-hub',
      response_type: 'code',
      redirect_uri: `${url}/identity/callback`,
      scope: 'openid email profile',
      state: secret,
      nonce: secret,
      code_challenge: secret,
      code_challenge_method: 'S256',
    });
    expect((await askedBy(`${start}?prompt=create`)).prompt).toBe('create');
    expect((await askedBy(`${start}?prompt=login`)).prompt).toBe('login');
  },
);

testOnEachEngine(
  'a sign-in cancelled at the provider shows a message and keeps the page to return to',
  async ({ storage }) => {
    const { url, standIn } = await startSiteElsewhere(storage);
    standIn.answerAs('cancel');
    const end = await createVisitor(url).follow(`${start}?to=/Wishlist`);
    expect(`${end.pathname}${end.search}`).toBe('/Account/signin?from=%2FWishlist');
    expect(end.hash).toBe('#provider&problem=sign-in-cancelled');
  },
);

testOnEachEngine(
  'the outcome of a sign-in can be fetched once, within its time limit, by the browser that began it',
  async ({ storage }) => {
    const { url, clock } = await startSiteElsewhere(storage);
    const visitor = createVisitor(url);
    const expired = 'sign-in-expired';
    const stolen = await visitor.follow(start);
    expect((await problemOf(createVisitor(url).finishSignIn(stolen))).code).toBe(expired);

    const end = await visitor.follow(start);
    await visitor.finishSignIn(end);
    expect((await problemOf(visitor.finishSignIn(end))).code).toBe(expired);

    const late = await visitor.follow(start);
    clock.now += 11 * 60_000;
    expect((await problemOf(visitor.finishSignIn(late))).code).toBe(expired);
  },
);

testOnEachEngine(
  'a callback is accepted once, in the browser that began the sign-in',
  async ({ storage }) => {
    const { url, standIn } = await startSiteElsewhere(storage);
    const visitor = createVisitor(url);
    standIn.answerAs(undefined);
    const begun = await visitor.request(start);
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
    const answer = `/identity/callback?error=access_denied&state=${state}`;
    expect(problemAt(await createVisitor(url).follow(answer))).toBe('sign-in-expired');
    expect(problemAt(await visitor.follow(answer))).toBe('sign-in-expired');
    for (const madeUp of ['', '?state=x', '?code=a&state=b', '?state=a&state=b']) {
      expect(problemAt(await visitor.follow(`/identity/callback${madeUp}`))).toBe(
        'sign-in-expired',
      );
    }
  },
);

testOnEachEngine(
  'the outcome waiting for the page is encrypted in the database',
  async ({ storage }) => {
    const { url } = await startSiteElsewhere(storage);
    await createVisitor(url).follow(start);
    const rows = await storage.reader.selectFrom('one_time_tokens').selectAll().execute();
    expect(rows.map(({ purpose }) => purpose)).toEqual(['provider-handoff']);
    expect(Buffer.from(rows[0]?.payload ?? '', 'base64url').toString('latin1')).not.toContain(
      'grace',
    );
  },
);

testOnEachEngine(
  'with an external provider the site refuses password, profile and Google requests with kept-elsewhere',
  async ({ storage }) => {
    const { url } = await startSiteElsewhere(storage);
    const visitor = createVisitor(url);
    await arrive(visitor);
    const calls = [
      visitor.call(signUp, { body: ada }),
      visitor.call(signIn, { body: ada }),
      visitor.call(updateProfile, { body: ada }),
      visitor.call(changePassword, { body: { currentPassword: '', newPassword: ada.password } }),
      visitor.call(forgotPassword, { body: ada }),
      visitor.call(resetPassword, { body: { token, newPassword: ada.password } }),
      visitor.call(sendVerification, {}),
      visitor.call(verifyEmail, { body: { token } }),
      visitor.call(linkGoogle, { body: { linkToken: token, password: ada.password } }),
    ];
    for (const refused of await Promise.all(calls.map(problemOf))) {
      expect(refused).toMatchObject({ code: 'kept-elsewhere', status: 409 });
    }
    expect((await visitor.call(identitySettings, {})).body).toEqual({
      google: false,
      mail: false,
      passkeys: expect.any(String),
    });
    expect((await visitor.call(myAccount, {})).body).toMatchObject({
      email: grace.email,
      hasPassword: false,
      hasGoogle: false,
      isEmailVerified: true,
    });
    expect((await visitor.call(myData, {})).body).toMatchObject({
      account: { email: grace.email },
    });
  },
);

testOnEachEngine(
  "logging out redirects to the provider's logout and from there to the home page",
  async ({ storage }) => {
    const { url, standIn } = await startSiteElsewhere(storage);
    const visitor = createVisitor(url);
    const { idToken } = await arrive(visitor);
    const foreign = await visitor.request('/identity/sign-out', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(foreign.status).toBe(403);
    await visitor.call(mySessions, {});

    const reply = await visitor.request('/identity/sign-out');

    const address = new URL(reply.headers.get('location') ?? '');
    expect(address.origin).toBe(standIn.settings.issuer);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'content-hub',
      post_logout_redirect_uri: `${url}/`,
      id_token_hint: idToken,
    });
    expect([...visitor.cookies.keys()]).toEqual(['provider-sign-in']);
    expect((await problemOf(visitor.call(mySessions, {}))).status).toBe(401);
  },
);

testOnEachEngine(
  "only a recent sign-in can delete the site's record, and another sign-in can restore it",
  async ({ storage }) => {
    const { url, clock, sweep } = await startSiteElsewhere(storage);
    const visitor = createVisitor(url);
    await arrive(visitor);
    clock.now += 11 * 60_000;
    const goodbye = { body: { password: '', blogs: 'keep' } } as const;
    expect(await problemOf(visitor.call(deleteMyAccount, goodbye))).toMatchObject({
      code: 'sign-in-again',
      message: 'Please log out and log in again to confirm that it is you.',
    });
    clock.now -= 11 * 60_000;
    await visitor.call(deleteMyAccount, goodbye);

    const deleted = await visitor.finishSignIn(await visitor.follow(start));
    const proof = { idToken: deleted.idToken, user: { email: deleted.email } };
    expect((await problemOf(visitor.startSession(proof))).code).toBe('account-deleted');
    const authorization = `Bearer ${deleted.idToken}`;
    await visitor.call(callAccountBack, { body: { email: deleted.email } }, { authorization });
    await visitor.call(mySessions, {});

    await visitor.call(deleteMyAccount, goodbye);
    clock.now += 7 * 24 * 60 * 60_000;
    await sweep();
    for (const table of ['people', 'linked_identities', 'sessions'] as const) {
      expect(await storage.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
  },
);
