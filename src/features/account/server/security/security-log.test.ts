import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { sweep } from '../../../../storage/background/sweep.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { deleteMyAccount, mySecurityEvents } from '../../contract/account-page.ts';
import { changePassword, signIn } from '../../contract/sessions.ts';
import { mailTo, startMailbox } from '../testing-mailbox.ts';
import { startSite } from '../testing-site.ts';
import { ada, createVisitor, type Visitor } from '../testing-visitor.ts';
import { noteSecurityEvent, securityEventRetention } from './security-events.ts';

const firefox = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' };

async function signInWith(visitor: Visitor, headers: Readonly<Record<string, string>>) {
  const { body } = await visitor.call(signIn, { body: ada }, headers);
  if ('secondStep' in body) throw new Error('The account asks for a second step.');
  const reply = await visitor.request('/jwt', {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      authorization: `Bearer ${body.idToken}`,
    },
    body: JSON.stringify({ email: ada.email }),
  });
  expect(reply.status).toBe(200);
}

async function kindsOf(visitor: Visitor): Promise<readonly string[]> {
  return (await visitor.call(mySecurityEvents, {})).body.map(({ kind }) => kind);
}

testOnEachEngine(
  'a sign-in from a new network or browser is notified by e-mail, except for the first sign-in',
  async ({ storage }) => {
    const mailbox = await startMailbox();
    const { url, app } = await startSite(storage, { mail: mailTo(mailbox) });
    const home = createVisitor(url);
    await home.signUp();
    await mailbox.next('Is this your email address?');
    await home.signIn();
    await createVisitor(url, '203.0.113.7').signIn();
    const fromElsewhere = await mailbox.next('A new sign-in');
    expect(fromElsewhere.to).toEqual([ada.email]);
    expect(fromElsewhere.source).toContain('From: network 203.0.113.0/24');
    await signInWith(createVisitor(url), firefox);
    expect((await mailbox.next('A new sign-in')).source).toContain('Firefox on Windows');
    await signInWith(createVisitor(url), firefox);

    expect(await kindsOf(home)).toEqual([
      'sign-in',
      'new-device',
      'new-device',
      'sign-in',
      'sign-in',
    ]);
    await app.close();
    expect(mailbox.unread).toEqual([]);
  },
);

testOnEachEngine(
  'wrong passwords from many networks send one notification',
  async ({ storage }) => {
    const mailbox = await startMailbox();
    const { url, app, events } = await startSite(storage, { mail: mailTo(mailbox) });
    await createVisitor(url).signUp();
    for (let network = 1; network <= 7; network += 1) {
      const stranger = createVisitor(url, `198.51.${network}.1`);
      const wrong = { body: { email: ada.email, password: 'Wrong-one' } };
      expect((await problemOf(stranger.call(signIn, wrong))).code).toBe('wrong-password');
    }
    expect((await mailbox.next('Wrong passwords')).to).toEqual([ada.email]);
    expect(events.filter(({ kind }) => kind === 'many-failures')).toHaveLength(1);
    await app.close();
    expect(mailbox.unread.map(({ subject }) => subject)).toEqual(['Is this your email address?']);
  },
);

testOnEachEngine(
  'changed passwords and the deletion of the account send a limited number of e-mails',
  async ({ storage }) => {
    const mailbox = await startMailbox();
    const { url, app } = await startSite(storage, { mail: mailTo(mailbox) });
    const visitor = createVisitor(url);
    await visitor.signUp();
    for (let count = 0; count < 5; count += 1) {
      const same = { currentPassword: ada.password, newPassword: ada.password };
      await visitor.call(changePassword, { body: same });
    }
    await visitor.call(deleteMyAccount, { body: { password: ada.password, blogs: 'keep' } });
    await app.close();

    const subjects = mailbox.unread.map(({ subject }) => subject).toSorted();
    expect(subjects).toEqual([
      'Is this your email address?',
      'Your account was deleted',
      'Your password was changed',
      'Your password was changed',
      'Your password was changed',
    ]);
    const goodbye = mailbox.unread.find(({ subject }) => subject.includes('deleted'));
    expect(goodbye?.link.pathname).toBe('/Account/signin');
  },
);

testOnBothEngines(
  'security events are limited in number, deleted after a year, and cannot be changed in the database',
  async ({ storage }) => {
    const { url, clock } = await startSite(storage);
    const visitor = createVisitor(url);
    await visitor.signUp();
    const [row] = await storage.writer.selectFrom('people').select('id').execute();
    const event = {
      personId: row?.id ?? '',
      origin: { browser: 'A browser', network: '192.0.2.0/24' },
    };
    // Each at a time of its own, since the order of events of one millisecond is undefined.
    let at = clock.now;
    await storage.write(async (write) => {
      await noteSecurityEvent(write, { ...event, at: ++at, kind: 'password-changed' });
      for (let count = 0; count < 60; count += 1) {
        await noteSecurityEvent(write, { ...event, at: ++at, kind: 'session-ended' });
      }
    });
    const kinds = await kindsOf(visitor);
    expect(kinds.filter((kind) => kind === 'session-ended')).toHaveLength(50);
    expect(kinds.slice(-2)).toEqual(['password-changed', 'sign-in']);

    const change = storage.writer.updateTable('security_events').set({ kind: 'sign-in' });
    await expect(change.execute()).rejects.toThrow('only ever added');
    await sweep(storage, securityEventRetention, at + 365 * 86_400_000);
    expect(await kindsOf(visitor)).toEqual([]);
  },
);

testOnEachEngine('a member sees only their own security events', async ({ storage }) => {
  const { url } = await startSite(storage);
  const visitor = createVisitor(url);
  await visitor.signUp();
  const other = createVisitor(url);
  await other.signUp({ email: 'grace@example.org' });
  expect(await kindsOf(other)).toEqual(['sign-in']);
  const stranger = await problemOf(createVisitor(url).call(mySecurityEvents, {}));
  expect(stranger.status).toBe(401);
});
