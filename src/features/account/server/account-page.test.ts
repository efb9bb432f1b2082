import { expect } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import {
  deleteMyAccount,
  endMySession,
  myAccount,
  myData,
  mySessions,
  saveBio,
  signOutEverywhere,
} from '../contract/account-page.ts';
import { changePassword, currentUser, signIn, startSession } from '../contract/sessions.ts';
import { startSite } from './testing-site.ts';
import { ada, createVisitor } from './testing-visitor.ts';

const newPassword = 'Difference';

testOnEachEngine('the account page shows the account and its sessions', async ({ storage }) => {
  const { url } = await startSite(storage);
  const visitor = createVisitor(url);
  await visitor.signUp();
  const { idToken } = await visitor.prove();
  const phone = createVisitor(url);
  await phone.request('/jwt', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${idToken}`,
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
});

testOnEachEngine(
  'a member can end a session from another device, but not the session of another account',
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

testOnEachEngine(
  'changing the password ends every session except the current one',
  async ({ storage }) => {
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
    const refusals = await Promise.all(calls.map(problemOf));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['not-signed-in']));
  },
);

testOnEachEngine(
  'a member can change or clear their bio, and an invalid bio is refused with 400',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const bioOf = async () => (await visitor.call(myAccount, {})).body.bio;
    expect(await bioOf()).toBe('');
    await visitor.call(saveBio, { body: { bio: '  Weaves patterns.\n' } });
    expect(await bioOf()).toBe('Weaves patterns.');
    const data = await visitor.request('/api/account/data');
    expect(await data.json()).toMatchObject({ account: { bio: 'Weaves patterns.' } });
    for (const bio of ['x'.repeat(301), 'a\u0000b', '\u200B']) {
      expect((await problemOf(visitor.call(saveBio, { body: { bio } }))).status).toBe(400);
    }
    await visitor.call(saveBio, { body: { bio: ' ' } });
    expect(await bioOf()).toBe('');
  },
);
