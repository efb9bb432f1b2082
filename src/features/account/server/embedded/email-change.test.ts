import { expect } from 'vitest';
import { provenAddressTag, rememberAuthorAddress } from '../../../../identity/imported-authors.ts';
import { givenMember, problemOf } from '../../../../identity/testing.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { myAccount } from '../../contract/account-page.ts';
import { changeEmail, confirmEmail } from '../../contract/email.ts';
import {
  currentUser,
  forgotPassword,
  resetPassword,
  signIn,
  verifyEmail,
} from '../../contract/sessions.ts';
import { mailTo, startMailbox } from '../testing-mailbox.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor } from '../testing-visitor.ts';

const email = 'countess@example.org';
const { password } = ada;

testOnEachEngine(
  'changing the email takes the password and the link sent to the new address, and notifies the old address',
  async ({ storage }) => {
    const mailbox = await startMailbox();
    const { url, events } = await startSite(storage, { mail: mailTo(mailbox), limits: 0 });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const before = (await visitor.call(currentUser, {})).body.idToken ?? '';
    await visitor.call(forgotPassword, { body: { email: ada.email } });
    const reset = await mailbox.next('Choose a new password');
    const wrong = visitor.call(changeEmail, { body: { email, password: 'Wrong-one' } });
    expect((await problemOf(wrong)).code).toBe('wrong-password');

    await visitor.call(changeEmail, { body: { email: ' Countess@Example.org', password } });
    const { to, link, token } = await mailbox.next('Confirm your new email');
    expect(to).toEqual([email]);
    expect(`${link.origin}${link.pathname}`).toBe(`${url}/Account/confirm-email`);
    expect((await visitor.call(myAccount, {})).body.email).toBe(ada.email);
    const { body } = await createVisitor(url).call(confirmEmail, { body: { token } });

    expect(body).toEqual({ email });
    expect((await mailbox.next('Your email address was changed')).to).toEqual([ada.email]);
    expect((await visitor.call(myAccount, {})).body).toMatchObject({
      email,
      isEmailVerified: true,
    });
    expect(events.at(-1)?.kind).toBe('address-changed');
    // ID tokens, links and sign-ins of the old address are no longer valid.
    const old = visitor.startSession({ idToken: before, user: ada });
    expect((await problemOf(old)).status).toBe(401);
    const lost = { body: { token: reset.token, newPassword: 'Difference' } };
    expect((await problemOf(visitor.call(resetPassword, lost))).code).toBe('link-not-valid');
    expect((await problemOf(visitor.call(signIn, { body: ada }))).code).toBe('user-not-found');
    await visitor.signIn(email);
    const again = visitor.call(confirmEmail, { body: { token } });
    expect((await problemOf(again)).code).toBe('link-not-valid');
  },
);

testOnEachEngine(
  'an address that a link proves is looked up among imported authors at once',
  async ({ storage }) => {
    const mailbox = await startMailbox();
    const { url } = await startSite(storage, { mail: mailTo(mailbox), limits: 0 });
    const old = await givenMember(storage, url, 'Old');
    const other = await givenMember(storage, url, 'Other');
    await storage.write((write) => rememberAuthorAddress(write, old.person.id, email));
    await storage.write((write) => rememberAuthorAddress(write, other.person.id, ada.email));
    let times = 0;
    storage.onChange((tags) => {
      times += tags.includes(provenAddressTag) ? 1 : 0;
    });
    const visitor = createVisitor(url);
    await visitor.signUp();
    const before = times;
    await visitor.call(forgotPassword, { body: { email: ada.email } });
    const { token } = await mailbox.next('Choose a new password');
    await visitor.call(resetPassword, { body: { token, newPassword: 'Difference1' } });
    expect(times).toBe(before + 1);
    await visitor.signIn(ada.email, 'Difference1');
    const then = times;
    await visitor.call(changeEmail, { body: { email, password: 'Difference1' } });
    const link = await mailbox.next('Confirm your new email');
    await visitor.call(confirmEmail, { body: { token: link.token } });
    expect(times).toBe(then + 1);
  },
);

testOnBothEngines(
  'when two accounts confirm the same address at once, one gets it and the other gets email-taken',
  async ({ storage }) => {
    const mailbox = await startMailbox();
    const { url, clock } = await startSite(storage, { mail: mailTo(mailbox), limits: 0 });
    const visitors = [createVisitor(url), createVisitor(url)] as const;
    const [first, second] = visitors;
    await first.signUp();
    await second.signUp({ email: 'grace@example.org' });
    const taken = first.call(changeEmail, { body: { email: 'grace@example.org', password } });
    expect((await problemOf(taken)).code).toBe('email-taken');
    const same = first.call(changeEmail, { body: { email: ada.email, password } });
    expect((await problemOf(same)).code).toBe('email-unchanged');

    const tokens: string[] = [];
    for (const visitor of visitors) {
      await visitor.call(changeEmail, { body: { email, password } });
      tokens.push((await mailbox.next('Confirm your new email')).token);
    }
    const outcomes = await Promise.all(
      tokens.map((token) =>
        createVisitor(url)
          .call(confirmEmail, { body: { token } })
          .then(
            () => 'changed',
            (error) => error.code,
          ),
      ),
    );

    expect(outcomes.sort()).toEqual(['changed', 'email-taken']);
    await first
      .call(changeEmail, { body: { email: 'late@example.org', password } })
      .catch(() => {});
    const late = await mailbox.next('Confirm your new email');
    clock.now += 30 * 60_000;
    const call = first.call(confirmEmail, { body: { token: late.token } });
    expect((await problemOf(call)).code).toBe('link-not-valid');
  },
);

testOnEachEngine(
  'a site without mail refuses to change an email with mail-not-configured',
  async ({ storage }) => {
    const { url } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const call = visitor.call(changeEmail, { body: { email, password } });
    expect(await problemOf(call)).toMatchObject({ code: 'mail-not-configured', status: 409 });
  },
);

testOnEachEngine(
  'an invalid link costs a read of the database but no write',
  async ({ storage }) => {
    let writes = 0;
    const write: typeof storage.write = (work, options) => {
      writes += 1;
      return storage.write(work, options);
    };
    const { url } = await startSite({ ...storage, write });
    const body = { token: 'x'.repeat(43) };
    for (const endpoint of [confirmEmail, verifyEmail]) {
      const refused = createVisitor(url).call(endpoint, { body });
      expect((await problemOf(refused)).code).toBe('link-not-valid');
    }
    expect(writes).toBe(0);
  },
);
