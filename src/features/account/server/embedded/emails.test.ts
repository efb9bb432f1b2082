import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { myAccount, mySessions } from '../../contract/account-page.ts';
import { beginCodes, myFactors, turnCodesOn } from '../../contract/factors.ts';
import {
  forgotPassword,
  identitySettings,
  resetPassword,
  sendVerification,
  signIn,
  signUp,
  startSession,
  verifyEmail,
} from '../../contract/sessions.ts';
import { turnOnCodes } from '../factors/testing-factors.ts';
import { codeOf, stepOf } from '../factors/time-codes.ts';
import { startMailbox } from '../testing-mailbox.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor } from '../testing-visitor.ts';
import { issueReset } from './account-security.ts';

const newPassword = 'Difference';

async function startSiteWithMail(storage: Storage) {
  const mailbox = await startMailbox();
  const mail = { smtpUrl: mailbox.smtpUrl, from: 'The Content Hub <hub@example.org>' };
  return { ...(await startSite(storage, { mail })), mailbox };
}

testOnEachEngine(
  'the link in the verification e-mail verifies the address once, for half an hour',
  async ({ storage }) => {
    const { url, clock, mailbox } = await startSiteWithMail(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const { to, link, token } = await mailbox.next();
    expect(to).toEqual([ada.email]);
    expect(`${link.origin}${link.pathname}`).toBe(`${url}/Account/verify-email`);
    expect((await visitor.call(myAccount, {})).body.isEmailVerified).toBe(false);

    await createVisitor(url).call(verifyEmail, { body: { token } });

    expect((await visitor.call(myAccount, {})).body.isEmailVerified).toBe(true);
    const used = await problemOf(visitor.call(verifyEmail, { body: { token } }));
    expect(used).toMatchObject({ code: 'link-not-valid', status: 400 });
    await visitor.call(sendVerification, {});
    const late = await mailbox.next();
    clock.now += 30 * 60_000;
    const call = visitor.call(verifyEmail, { body: { token: late.token } });
    expect((await problemOf(call)).code).toBe('link-not-valid');
  },
);

testOnEachEngine(
  'a password reset by e-mail verifies the address and ends all sessions and earlier tokens',
  async ({ storage }) => {
    const { url, mailbox } = await startSiteWithMail(storage);
    const elsewhere = createVisitor(url);
    await elsewhere.signUp();
    await mailbox.next();
    const oldProof = await elsewhere.prove();
    const visitor = createVisitor(url);
    await visitor.call(forgotPassword, { body: { email: 'ADA@example.org' } });
    const { link, token } = await mailbox.next();
    expect(`${link.origin}${link.pathname}`).toBe(`${url}/Account/reset-password`);

    await visitor.call(resetPassword, { body: { token, newPassword } });

    expect((await problemOf(elsewhere.call(mySessions, {}))).status).toBe(401);
    const old = visitor.call(
      startSession,
      { body: { email: ada.email } },
      { authorization: `Bearer ${oldProof.idToken}` },
    );
    expect((await problemOf(old)).code).toBe('not-signed-in');
    expect((await problemOf(visitor.call(signIn, { body: ada }))).code).toBe('wrong-password');
    await visitor.signIn(ada.email, newPassword);
    expect((await visitor.call(myAccount, {})).body.isEmailVerified).toBe(true);
    const again = visitor.call(resetPassword, { body: { token, newPassword } });
    expect((await problemOf(again)).code).toBe('link-not-valid');
  },
);

testOnEachEngine(
  'the owner of an address can recover it from a stranger who signed up with it and turned on codes',
  async ({ storage }) => {
    const site = await startSiteWithMail(storage);
    const { url, mailbox, clock } = site;
    const stranger = createVisitor(url);
    await stranger.signUp();
    await mailbox.next();
    const { password } = ada;
    await turnOnCodes(stranger, site);
    const { setup, secret } = (await stranger.call(beginCodes, { body: { password } })).body;
    const owner = createVisitor(url);
    await owner.call(forgotPassword, { body: { email: ada.email } });
    const { token } = await mailbox.next('Choose a new password');

    await owner.call(resetPassword, { body: { token, newPassword } });

    // The new password is enough: no second step is asked for.
    await owner.signIn(ada.email, newPassword);
    const { passkeys, codesSince, recoveryCodesLeft } = (await owner.call(myFactors, {})).body;
    expect({ passkeys, codesSince, recoveryCodesLeft }).toEqual({
      passkeys: [],
      codesSince: null,
      recoveryCodesLeft: 0,
    });
    expect((await problemOf(stranger.call(mySessions, {}))).status).toBe(401);
    const code = codeOf(secret, stepOf(clock.now));
    const late = owner.call(turnCodesOn, { body: { setup, code } });
    expect((await problemOf(late)).code).toBe('setup-expired');

    // Factors that the verified owner adds stay on after another reset.
    await turnOnCodes(owner, site, newPassword);
    await owner.call(forgotPassword, { body: { email: ada.email } });
    const again = await mailbox.next('Choose a new password');
    await owner.call(resetPassword, { body: { token: again.token, newPassword: 'Analytical-2' } });
    const { body } = await owner.call(signIn, { body: { ...ada, password: 'Analytical-2' } });
    expect(body).toHaveProperty('secondStep');
  },
);

testOnEachEngine(
  'verifying the address without a session of the account removes the factors added before',
  async ({ storage }) => {
    const site = await startSiteWithMail(storage);
    const { url, mailbox } = site;
    const inside = createVisitor(url);
    await inside.signUp();
    const { token } = await mailbox.next();
    await turnOnCodes(inside, site);
    await inside.call(sendVerification, {});
    const { token: own } = await mailbox.next('Is this your email');

    await inside.call(verifyEmail, { body: { token: own } });
    expect((await inside.call(myFactors, {})).body.codesSince).not.toBeNull();
    await storage.write(({ db }) =>
      db.updateTable('credentials').set({ is_email_verified: 0 }).execute(),
    );

    await createVisitor(url).call(verifyEmail, { body: { token } });
    expect((await inside.call(myFactors, {})).body.codesSince).toBeNull();
    expect((await inside.call(myAccount, {})).body.isEmailVerified).toBe(true);
    // The session and the password stay.
    await createVisitor(url).signIn();
  },
);

testOnEachEngine(
  'forgot-password gives the same reply for known and unknown addresses and mails only the owner',
  async ({ storage }) => {
    const { url, mailbox } = await startSiteWithMail(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: ada });
    await mailbox.next();
    const replies: unknown[] = [];
    for (const email of ['nobody@example.org', ada.email]) {
      const reply = await visitor.request('/identity/forgot-password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      const headers = [...reply.headers].filter(([name]) => name !== 'date');
      replies.push([reply.status, await reply.text(), headers]);
    }

    expect(replies[0]).toEqual(replies[1]);
    expect((await mailbox.next()).to).toEqual([ada.email]);
    expect(mailbox.unread).toEqual([]);
  },
);

testOnEachEngine(
  'forgot-password sends an account at most three e-mails and limits the requests of a network',
  async ({ storage }) => {
    const { app, url, mailbox } = await startSiteWithMail(storage);
    await createVisitor(url).call(signUp, { body: ada });
    await mailbox.next();
    for (let network = 1; network <= 5; network += 1) {
      await createVisitor(url, `198.51.${network}.1`).call(forgotPassword, {
        body: { email: ada.email },
      });
    }
    const emails = [await mailbox.next(), await mailbox.next(), await mailbox.next()];
    expect(new Set(emails.map(({ token }) => token)).size).toBe(3);
    await app.close();
    expect(mailbox.unread).toEqual([]);

    const { url: again } = await startSiteWithMail(storage);
    const one = createVisitor(again, '203.0.113.77');
    for (let count = 0; count < 5; count += 1) {
      await one.call(forgotPassword, { body: { email: `nobody${count}@example.org` } });
    }
    const sixth = one.call(forgotPassword, { body: { email: 'nobody6@example.org' } });
    expect((await problemOf(sixth)).status).toBe(429);
  },
);

testOnEachEngine(
  "a password reset clears the wait that an attacker's wrong passwords caused",
  async ({ storage }) => {
    const { url, mailbox } = await startSiteWithMail(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: ada });
    await mailbox.next();
    const wrong = { body: { ...ada, password: 'Wrong-one' } };
    for (let count = 0; count < 6; count += 1) await problemOf(visitor.call(signIn, wrong));
    expect((await problemOf(visitor.call(signIn, { body: ada }))).status).toBe(429);
    await visitor.call(forgotPassword, { body: { email: ada.email } });
    const { token } = await mailbox.next('Choose a new password');

    await visitor.call(resetPassword, { body: { token, newPassword } });

    await visitor.signIn(ada.email, newPassword);
  },
);

testOnEachEngine(
  "the operator's reset link sets the password but does not verify the address",
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.call(signUp, { body: ada });
    const now = Date.now();
    expect(await issueReset(storage, 'nobody@example.org', 'operator', now)).toBeUndefined();
    const token = (await issueReset(storage, ada.email, 'operator', now)) ?? '';

    const weak = visitor.call(resetPassword, { body: { token, newPassword: 'short' } });
    expect((await problemOf(weak)).message).toBe('Password must be at least 6 characters long.');
    await visitor.call(resetPassword, { body: { token, newPassword } });

    await visitor.signIn(ada.email, newPassword);
    expect((await visitor.call(myAccount, {})).body.isEmailVerified).toBe(false);
  },
);

testOnEachEngine(
  'a site without mail refuses forgot-password with mail-not-configured',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    expect((await visitor.call(identitySettings, {})).body.mail).toBe(false);
    const call = visitor.call(forgotPassword, { body: { email: ada.email } });
    expect(await problemOf(call)).toMatchObject({ code: 'mail-not-configured', status: 409 });
  },
);
