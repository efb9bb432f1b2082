import { expect } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { subscriberList } from '../contract/manage.ts';
import { confirmSubscription, subscribe } from '../contract/subscriptions.ts';
import { startNewsletterSite } from './testing-newsletter.ts';

const email = 'ada@example.org';

testOnEachEngine(
  'without the owner’s switch nothing is stored and nothing sent',
  async ({ storage }) => {
    const { visitor, mailbox, tasksDone } = await startNewsletterSite(storage, { isOn: false });
    const refused = await problemOf(visitor.call(subscribe, { body: { email } }));
    expect(refused).toMatchObject({ status: 409, code: 'newsletter-off' });
    await tasksDone();
    expect(mailbox.unread).toEqual([]);
    expect(await storage.reader.selectFrom('subscription_requests').selectAll().execute()).toEqual(
      [],
    );
  },
);

testOnEachEngine(
  'an address is on the list once its owner has confirmed it, within 48 hours and once',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    const { visitor, owner, mailbox, clock } = site;
    const list = async () => (await owner.call(subscriberList, { query: {} })).body.subscribers;
    await visitor.call(subscribe, { body: { email: ' ADA@Example.org ' } });
    const letter = await mailbox.next('Confirm your subscription');
    expect(letter.to).toEqual([email]);
    expect(`${letter.link.origin}${letter.link.pathname}`).toBe(
      'http://content-hub.test/newsletter/confirm',
    );
    expect(await list()).toEqual([]);
    const [kept] = await storage.reader.selectFrom('subscription_requests').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(letter.token);

    clock.now += 48 * 60 * 60_000;
    const late = visitor.call(confirmSubscription, { body: { token: letter.token } });
    expect(await problemOf(late)).toMatchObject({ status: 400, code: 'confirmation-not-valid' });
    await visitor.call(subscribe, { body: { email } });
    const { token } = await mailbox.next('Confirm your subscription');
    await visitor.call(confirmSubscription, { body: { token } });
    expect(await list()).toMatchObject([{ email, bounces: 0, isStopped: false }]);
    const again = visitor.call(confirmSubscription, { body: { token } });
    expect((await problemOf(again)).code).toBe('confirmation-not-valid');
    expect(await list()).toHaveLength(1);
  },
);

testOnEachEngine(
  'asking again does not tell whether an address is known; its owner is told',
  async ({ storage }) => {
    const { visitor, mailbox } = await startNewsletterSite(storage);
    await visitor.call(subscribe, { body: { email } });
    const { token } = await mailbox.next();
    await visitor.call(confirmSubscription, { body: { token } });
    const replies = await Promise.all(
      [email, 'nobody@example.org'].map(async (address) => {
        const reply = await visitor.request(subscribe.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: address }),
        });
        const headers = [...reply.headers].filter(([name]) => name !== 'date');
        return [reply.status, await reply.text(), headers];
      }),
    );
    expect(replies[0]).toEqual(replies[1]);
    const told = await mailbox.next('You get the newsletter');
    expect(told.to).toEqual([email]);
    expect(told.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect((await mailbox.next('Confirm your subscription')).to).toEqual(['nobody@example.org']);
  },
);

testOnEachEngine(
  'nobody can have a mailbox flooded, and programs that fill every field are refused',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage, { limits: 1 });
    const { visitor, mailbox, clock, tasksDone } = site;
    const filled = visitor.call(subscribe, { body: { email: 'bot@example.org', website: 'x' } });
    expect((await problemOf(filled)).message).toMatch('a program had filled in the form');
    for (let count = 0; count < 5; count += 1) await visitor.call(subscribe, { body: { email } });
    const sixth = visitor.call(subscribe, { body: { email } });
    expect(await problemOf(sixth)).toMatchObject({ status: 429 });
    clock.now += 2 * 60 * 60_000;
    await visitor.call(subscribe, { body: { email } });
    await tasksDone();
    expect(mailbox.unread.map(({ to }) => to)).toEqual([[email], [email], [email]]);
  },
);

testOnEachEngine(
  'a press in a mail program ends it without signing in, from anywhere, with any body',
  async ({ storage }) => {
    const { visitor, url, owner, mailbox } = await startNewsletterSite(storage);
    await visitor.call(subscribe, { body: { email } });
    const { token } = await mailbox.next();
    await visitor.call(confirmSubscription, { body: { token } });
    await visitor.call(subscribe, { body: { email } });
    const { source } = await mailbox.next('You get the newsletter');
    const [, link = ''] = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(source) ?? [];
    const { pathname } = new URL(link);

    // Programs that look into links ahead end nothing.
    const looked = await fetch(url + pathname, { redirect: 'manual' });
    expect([looked.status, looked.headers.get('location')]).toEqual([
      303,
      pathname.replace('/api', ''),
    ]);
    expect((await owner.call(subscriberList, { query: {} })).body.subscribers).toHaveLength(1);

    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form]) {
      const headers = { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' };
      const reply = await fetch(url + pathname, { method: 'POST', headers, body });
      expect(reply.status).toBe(204);
      expect((await owner.call(subscriberList, { query: {} })).body.subscribers).toEqual([]);
    }
    for (const other of ['x', '%00', 'a'.repeat(43)]) {
      const reply = await fetch(`${url}/api/unsubscribe/${other}`, { method: 'POST' });
      expect(reply.status, other).toBe(204);
    }
  },
);
