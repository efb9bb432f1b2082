import { expect, onTestFinished } from 'vitest';
import { startOpenIdProvider } from '../../../../../test/openid/openid-stand-in.ts';
import { problemOf } from '../../../../identity/testing.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { myAccount } from '../../contract/account-page.ts';
import { secondFactor } from '../../contract/factors.ts';
import { linkGoogle, signIn, signUp } from '../../contract/sessions.ts';
import { turnOnCodes } from '../factors/testing-factors.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor, type Visitor } from '../testing-visitor.ts';

const grace = {
  sub: '1001',
  email: 'Grace@Example.org',
  email_verified: true,
  name: 'Grace Hopper',
  picture: 'https://example.org/grace.png',
} as const;
const start = '/identity/google/start';

async function startSiteWithGoogle(storage: Storage) {
  const google = await startOpenIdProvider();
  onTestFinished(() => google.stop());
  const site = await startSite(storage, { google: google.settings });
  google.allow(site.url);
  google.add(grace);
  google.answerAs(grace.sub);
  return { ...site, google };
}

function problemAt(end: URL): string | null {
  return new URLSearchParams(end.hash.slice(1)).get('problem');
}

/** From the start of the sign-in to a session. */
async function signInWithGoogle(visitor: Visitor, path = start) {
  const outcome = await visitor.finishGoogle(await visitor.follow(path));
  if (outcome.outcome === 'signed-in') await visitor.startSession(outcome);
  return outcome;
}

testOnEachEngine(
  'a first Google sign-in creates an account with name and photo and returns to the page it came from',
  async ({ storage }) => {
    const { url } = await startSiteWithGoogle(storage);
    const visitor = createVisitor(url);

    const outcome = await signInWithGoogle(visitor, `${start}?to=/Wishlist`);

    expect(outcome).toMatchObject({
      outcome: 'signed-in',
      to: '/Wishlist',
      user: { email: 'grace@example.org', displayName: 'Grace Hopper', photoURL: grace.picture },
    });
    expect((await visitor.call(myAccount, {})).body).toMatchObject({
      hasPassword: false,
      hasGoogle: true,
      isEmailVerified: true,
    });
  },
);

testOnEachEngine(
  'a later Google sign-in finds the account by issuer and subject after its address changed',
  async ({ storage }) => {
    const { url, google } = await startSiteWithGoogle(storage);
    const first = await signInWithGoogle(createVisitor(url));
    google.add({ ...grace, email: 'hopper@example.org' });

    const again = await signInWithGoogle(createVisitor(url));

    expect(first.outcome).toBe('signed-in');
    expect(again).toMatchObject({
      user: first.outcome === 'signed-in' ? first.user : undefined,
    });
  },
);

testOnEachEngine(
  'an account with a second step asks for it after Google too, and before it is linked to Google',
  async ({ storage }) => {
    const site = await startSiteWithGoogle(storage);
    const visitor = createVisitor(site.url);
    await visitor.signUp({ email: grace.email });
    const { recoveryCodes } = await turnOnCodes(visitor, site);
    const outcome = await signInWithGoogle(visitor);
    if (outcome.outcome !== 'password-needed') throw new Error('The accounts were joined.');
    const { linkToken } = outcome;
    const linking = visitor.call(linkGoogle, { body: { linkToken, password: ada.password } });
    const { body } = await linking;
    if (!('secondStep' in body)) throw new Error('The password was enough.');
    const links = () => storage.reader.selectFrom('linked_identities').selectAll().execute();
    expect(await links()).toEqual([]);
    const pass = (ticket: string, recoveryCode = '') =>
      visitor.call(secondFactor, { body: { ticket, proof: { recoveryCode } } });
    await pass(body.secondStep.ticket, recoveryCodes[0]);
    expect(await links()).toHaveLength(1);

    const again = await signInWithGoogle(visitor);
    if (again.outcome !== 'second-step-needed') throw new Error('Google was enough.');
    const { body: proof } = await pass(again.secondStep.ticket, recoveryCodes[1]);
    expect(proof.user.email).toBe(grace.email.toLowerCase());
  },
);

testOnEachEngine(
  'an existing account with the address is linked to Google only with its password',
  async ({ storage }) => {
    const { url } = await startSiteWithGoogle(storage);
    await createVisitor(url).call(signUp, { body: { ...ada, email: 'grace@example.org' } });
    const visitor = createVisitor(url);

    const outcome = await signInWithGoogle(visitor);

    if (outcome.outcome !== 'password-needed') throw new Error('The accounts were joined.');
    expect(outcome.email).toBe('grace@example.org');
    const { linkToken } = outcome;
    const wrong = visitor.call(linkGoogle, { body: { linkToken, password: 'Wrong-one' } });
    expect((await problemOf(wrong)).code).toBe('wrong-password');
    expect(await storage.reader.selectFrom('linked_identities').selectAll().execute()).toEqual([]);

    await visitor.call(linkGoogle, { body: { linkToken, password: ada.password } });
    const reused = visitor.call(linkGoogle, { body: { linkToken, password: ada.password } });
    expect((await problemOf(reused)).code).toBe('google-expired');
    expect((await signInWithGoogle(visitor)).outcome).toBe('signed-in');
  },
);

testOnEachEngine('a Google account with an unverified address is refused', async ({ storage }) => {
  const { url, google } = await startSiteWithGoogle(storage);
  google.add({ ...grace, email_verified: false });

  const end = await createVisitor(url).follow(start);

  expect(problemAt(end)).toBe('google-email-not-verified');
  expect(await storage.reader.selectFrom('people').select('id').execute()).toEqual([]);
});

testOnEachEngine(
  'another Google account with the address of an account without a password is refused',
  async ({ storage }) => {
    const { url, google } = await startSiteWithGoogle(storage);
    await signInWithGoogle(createVisitor(url));
    google.add({ ...grace, sub: '2002' });
    google.answerAs('2002');

    expect(problemAt(await createVisitor(url).follow(start))).toBe('email-taken');
  },
);

testOnEachEngine('a sign-in cancelled at Google shows a message', async ({ storage }) => {
  const { url, google } = await startSiteWithGoogle(storage);
  google.answerAs('cancel');

  const end = await createVisitor(url).follow(`${start}?channel=abc`);

  expect(end.pathname).toBe('/identity/google/done');
  expect(problemAt(end)).toBe('google-cancelled');
  expect(new URLSearchParams(end.hash.slice(1)).get('channel')).toBe('abc');
});

testOnEachEngine(
  'without a popup a Google sign-in ends on the sign-in page',
  async ({ storage }) => {
    const { url } = await startSiteWithGoogle(storage);
    const end = await createVisitor(url).follow(start);
    expect(end.pathname).toBe('/Account/signin');
    expect(end.hash).toMatch(/^#google&code=[\w-]{43}$/);
  },
);

testOnEachEngine(
  'the outcome of a Google sign-in can be fetched once, in time, by the browser that began it',
  async ({ storage }) => {
    const { url, clock } = await startSiteWithGoogle(storage);
    const visitor = createVisitor(url);
    const stolen = await visitor.follow(start);
    expect((await problemOf(createVisitor(url).finishGoogle(stolen))).code).toBe('google-expired');

    const end = await visitor.follow(start);
    await visitor.finishGoogle(end);
    expect((await problemOf(visitor.finishGoogle(end))).code).toBe('google-expired');

    const late = await visitor.follow(start);
    clock.now += 11 * 60_000;
    expect((await problemOf(visitor.finishGoogle(late))).code).toBe('google-expired');
  },
);

testOnEachEngine(
  'a callback from Google is accepted once, in time, in the browser that began the sign-in',
  async ({ storage }) => {
    const { url, google, clock } = await startSiteWithGoogle(storage);
    google.answerAs('cancel');
    const visitor = createVisitor(url);
    const begun = await visitor.request(start);
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state');
    const answer = `/identity/google/callback?error=access_denied&state=${state}`;
    expect(begun.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Lax$/);

    expect(problemAt(await createVisitor(url).follow(answer))).toBe('google-expired');
    expect(problemAt(await visitor.follow(answer))).toBe('google-expired');
    for (const madeUp of ['', '?state=x', '?code=a&state=b', '?state=a&state=b']) {
      expect(problemAt(await visitor.follow(`/identity/google/callback${madeUp}`))).toBe(
        'google-expired',
      );
    }
    const late = await visitor.request(start);
    clock.now += 11 * 60_000;
    const lateState = new URL(late.headers.get('location') ?? '').searchParams.get('state');
    const lateEnd = await visitor.follow(`/identity/google/callback?error=x&state=${lateState}`);
    expect(problemAt(lateEnd)).toBe('google-expired');
  },
);

testOnEachEngine(
  'the authorization request to Google has PKCE, state and nonce and no other scopes',
  async ({ storage }) => {
    const { url } = await startSiteWithGoogle(storage);
    const begun = await createVisitor(url).request(`${start}?to=//evil.example`);
    const asked = new URL(begun.headers.get('location') ?? '').searchParams;

    expect(Object.fromEntries(asked)).toEqual({
      client_id: 'content-hub',
      response_type: 'code',
      redirect_uri: `${url}/identity/google/callback`,
      scope: 'openid email profile',
      prompt: 'select_account',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
  },
);

testOnEachEngine(
  'a request from another site cannot start a Google sign-in',
  async ({ storage }) => {
    const { url } = await startSiteWithGoogle(storage);
    const reply = await createVisitor(url).request(start, {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(reply.status).toBe(403);
  },
);

testOnBothEngines(
  'two concurrent first Google sign-ins of one person create one account',
  async ({ storage }) => {
    const { url } = await startSiteWithGoogle(storage);
    const outcomes = await Promise.all([
      signInWithGoogle(createVisitor(url)),
      signInWithGoogle(createVisitor(url)),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['signed-in', 'signed-in']);
    expect(await storage.reader.selectFrom('people').select('id').execute()).toHaveLength(1);
  },
);

testOnEachEngine(
  'signing in by password to an account of Google gets password-not-set',
  async ({ storage }) => {
    const { url } = await startSiteWithGoogle(storage);
    await signInWithGoogle(createVisitor(url));
    const call = createVisitor(url).call(signIn, {
      body: { email: 'grace@example.org', password: 'Anything1' },
    });
    expect(await problemOf(call)).toMatchObject({ code: 'password-not-set', status: 400 });
  },
);
