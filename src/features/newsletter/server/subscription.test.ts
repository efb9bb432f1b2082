import { expect } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import { sweep } from '../../../storage/background/sweep.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { removeSubscriber, subscriberList } from '../contract/manage.ts';
import {
  bouncesMax,
  confirmSubscription,
  subscribe,
  unsubscribe,
} from '../contract/subscriptions.ts';
import { noteEnded } from './subscribers/consent-store.ts';
import { newsletterRetention, noteBounces } from './subscribers/subscriber-store.ts';
import { givenSubscribers, startNewsletterSite } from './testing-newsletter.ts';

const email = 'ada@example.org';

testOnEachEngine(
  "without the owner's switch a subscription is refused and no e-mail sent",
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
  'an address joins the list when it is confirmed, within 48 hours and once',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    const { visitor, owner, mailbox, clock } = site;
    const list = async () => (await owner.call(subscriberList, { query: {} })).body.subscribers;
    await visitor.call(subscribe, { body: { email: ' ADA@Example.org ' } });
    const message = await mailbox.next('Confirm your subscription');
    expect(message.to).toEqual([email]);
    expect(`${message.link.origin}${message.link.pathname}`).toBe(
      'http://content-hub.test/newsletter/confirm',
    );
    expect(await list()).toEqual([]);
    const [kept] = await storage.reader.selectFrom('subscription_requests').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(message.token);

    clock.now += 48 * 60 * 60_000;
    const late = visitor.call(confirmSubscription, { body: { token: message.token } });
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

testOnEachEngine('a queued confirmation holds no token yet', async ({ storage }) => {
  const { visitor } = await startNewsletterSite(storage, { canSend: false });
  await visitor.call(subscribe, { body: { email } });
  const { reader } = storage;
  const mails = await reader.selectFrom('outbox').selectAll().execute();
  expect(mails).toMatchObject([{ kind: 'newsletter-confirmation', address: email, payload: '{}' }]);
  expect(await reader.selectFrom('subscription_requests').selectAll().execute()).toEqual([]);
});

testOnEachEngine(
  'subscribing gives the same reply for known and unknown addresses, and a known one is notified',
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
    const reminder = await mailbox.next('You get the newsletter');
    expect(reminder.to).toEqual([email]);
    expect(reminder.source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect((await mailbox.next('Confirm your subscription')).to).toEqual(['nobody@example.org']);
  },
);

testOnEachEngine(
  'confirmations per address are limited, and requests with the hidden field filled in are refused',
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
  'one-click unsubscribe works without signing in, from any origin and with any body',
  async ({ storage }) => {
    const { visitor, url, owner, mailbox } = await startNewsletterSite(storage);
    await visitor.call(subscribe, { body: { email } });
    const { token } = await mailbox.next();
    await visitor.call(confirmSubscription, { body: { token } });
    await visitor.call(subscribe, { body: { email } });
    const { source } = await mailbox.next('You get the newsletter');
    const [, link = ''] = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(source) ?? [];
    const { pathname } = new URL(link);

    // A GET, as link scanners send it, doesn't unsubscribe.
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

const dayMs = 24 * 60 * 60_000;
const isoAt = (at: number) => new Date(at).toISOString();

testOnBothEngines(
  "a subscription's form, words and the times of asking, confirming and leaving are kept and listed",
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    const { visitor, owner, mailbox, clock } = site;
    const listed = async (list: '' | 'unconfirmed' | 'ended') =>
      (await owner.call(subscriberList, { query: { list } })).body.subscribers;
    const asked = isoAt(clock.now);
    await visitor.call(subscribe, { body: { email } });
    const box = 'Join 70,000 subscribers and get the best of the hub in your inbox. [Subscribe]';
    const open = { form: 'Newsletter box', askedAt: asked, endedAt: null, endedBy: null };
    expect(await listed('unconfirmed')).toMatchObject([
      { email, consent: { ...open, words: box, confirmedAt: null } },
    ]);

    clock.now += dayMs;
    const confirmed = isoAt(clock.now);
    const { token, source } = await mailbox.next('Confirm your subscription');
    expect(source).toContain(asked.slice(0, 10));
    await visitor.call(confirmSubscription, { body: { token } });
    expect(await listed('unconfirmed')).toEqual([]);
    const [reader] = await listed('');
    expect(reader).toMatchObject({ email, consent: { ...open, confirmedAt: confirmed } });
    expect(reader?.consent.words).toMatch(
      /^Join 70,000 .+\n.+asked on .+ for the newsletter of The/,
    );

    clock.now += dayMs;
    const { secret } = await storage.reader
      .selectFrom('subscribers')
      .select('secret')
      .executeTakeFirstOrThrow();
    await visitor.call(unsubscribe, { params: { token: secret } });
    expect(await listed('')).toEqual([]);
    const end = { endedAt: isoAt(clock.now), endedBy: 'reader', confirmedAt: confirmed };
    expect(await listed('ended')).toMatchObject([{ email, consent: { askedAt: asked, ...end } }]);

    // A second subscription is a consent of its own and leaves the first one unchanged.
    await visitor.call(subscribe, { body: { email } });
    const again = await mailbox.next('Confirm your subscription');
    await visitor.call(confirmSubscription, { body: { token: again.token } });
    const [{ id } = { id: '' }] = await listed('');
    await owner.call(removeSubscriber, { params: { id } });
    expect(await listed('ended')).toMatchObject([
      { consent: { endedBy: 'owner' } },
      { consent: { askedAt: asked, ...end } },
    ]);
  },
);

/** Stops all subscriptions. */
async function bounce(storage: Storage, now: number) {
  const ids = (await storage.reader.selectFrom('subscribers').select('id').execute()).map(
    ({ id }) => id,
  );
  for (let count = 0; count < bouncesMax; count += 1) {
    await storage.write((write) => noteBounces(write, ids, now));
  }
}

testOnBothEngines(
  'who asks again after bounces stopped the subscription gives a new consent beside the old one',
  async ({ storage }) => {
    const { visitor, owner, mailbox, clock } = await startNewsletterSite(storage);
    const listed = async (list: '' | 'unconfirmed' | 'ended') =>
      (await owner.call(subscriberList, { query: { list } })).body.subscribers;
    const askedAt = isoAt(clock.now);
    await visitor.call(subscribe, { body: { email } });
    const first = await mailbox.next('Confirm your subscription');
    await visitor.call(confirmSubscription, { body: { token: first.token } });
    clock.now += 100 * dayMs;
    const stoppedAt = isoAt(clock.now);
    await bounce(storage, clock.now);

    clock.now += 100 * dayMs;
    const askedAgainAt = isoAt(clock.now);
    await visitor.call(subscribe, { body: { email } });
    const former = { askedAt, confirmedAt: askedAt, endedAt: stoppedAt, endedBy: null };
    expect(await listed('ended')).toMatchObject([{ email, consent: former }]);
    expect(await listed('unconfirmed')).toMatchObject([
      { email, consent: { askedAt: askedAgainAt, confirmedAt: null } },
    ]);
    expect(await listed('')).toMatchObject([
      { email, createdAt: askedAt, isStopped: true, consent: { askedAt: null } },
    ]);

    const { token, source } = await mailbox.next('Confirm your subscription');
    expect(source).toContain(`on ${askedAgainAt.slice(0, 10)}`);
    clock.now += 1_000;
    const confirmedAt = isoAt(clock.now);
    await visitor.call(confirmSubscription, { body: { token } });
    expect(await listed('unconfirmed')).toEqual([]);
    expect(await listed('ended')).toMatchObject([{ email, consent: former }]);
    const renewed = { askedAt: askedAgainAt, confirmedAt, endedAt: null, endedBy: null };
    expect(await listed('')).toMatchObject([{ email, isStopped: false, consent: renewed }]);
    const [reader] = await listed('');
    expect(reader?.consent.words).toContain(`asked on ${askedAgainAt.slice(0, 10)}`);
  },
);

testOnEachEngine(
  'a subscription that was stopped while its request waited for mail is confirmed as a new consent',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage, { canSend: false });
    const { visitor, owner, mailbox, clock, tasksDone } = site;
    await givenSubscribers(storage, 1);
    const [reader, formerAt] = ['reader-0@example.org', isoAt(1)];
    const consent = { id: 'former', email: reader, form: 'f', words: 'w', asked_at: 1 };
    await storage.write(({ db }) =>
      db
        .insertInto('newsletter_consents')
        .values({ ...consent, confirmed_at: 1 })
        .execute(),
    );
    await visitor.call(subscribe, { body: { email: reader } });
    await bounce(storage, clock.now);
    await tasksDone();
    const { token, source } = await mailbox.next('Confirm your subscription');
    expect(source).not.toContain(formerAt.slice(0, 10));
    await visitor.call(confirmSubscription, { body: { token } });
    const listed = async (list: '' | 'ended') =>
      (await owner.call(subscriberList, { query: { list } })).body.subscribers;
    expect(await listed('ended')).toMatchObject([{ id: 'former', consent: { words: 'w' } }]);
    const [renewed] = await listed('');
    expect(renewed).toMatchObject({ email: reader, isStopped: false, consent: { askedAt: null } });
    expect(renewed?.consent.words).toContain('for the newsletter of The Content Hub');
  },
);

testOnEachEngine(
  'a site without mail keeps the requests and sends their confirmations once mail is set up',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage, { canSend: false });
    const { visitor, owner, mailbox, clock, tasksDone } = site;
    const asked = isoAt(clock.now).slice(0, 10);
    expect((await visitor.call(subscribe, { body: { email } })).body).toEqual({ isSent: false });
    clock.now += 20 * dayMs;
    await tasksDone();
    const { token, source } = await mailbox.next('Confirm your subscription');
    expect(source).toContain(asked);
    await visitor.call(confirmSubscription, { body: { token } });
    const { body } = await owner.call(subscriberList, { query: {} });
    expect(body.subscribers).toMatchObject([{ email, consent: { form: 'Newsletter box' } }]);
    await visitor.call(subscribe, { body: { email: 'b@example.org' } });
    clock.now += 29 * dayMs;
    await tasksDone();
    // Too late: too little time is left to confirm it.
    expect(mailbox.unread).toEqual([]);
  },
);

testOnEachEngine(
  'unconfirmed requests are deleted after thirty days, what ended after three years',
  async ({ storage }) => {
    const now = Date.now();
    await storage.write(async (write) => {
      const consent = { form: 'f', words: 'w', confirmed_at: null };
      for (const asked_at of [now - 30 * dayMs, now - 29 * dayMs]) {
        const row = { ...consent, id: `${asked_at}`, email: `${asked_at}`, asked_at };
        await write.db.insertInto('newsletter_consents').values(row).execute();
      }
      for (const at of [now - 3 * 365 * dayMs, now - 365 * dayMs]) {
        await noteEnded(write, { email: `left ${at}`, created_at: 1 }, 'reader', at);
      }
      // Its stopped subscription ended while a new request waited to be confirmed.
      const withdrawn = { ...consent, id: 'w', email: 'withdrawn', asked_at: 1, ended_at: now };
      await write.db.insertInto('newsletter_consents').values(withdrawn).execute();
    });
    await sweep(storage, newsletterRetention, now);
    const left = await storage.reader
      .selectFrom('newsletter_consents')
      .select('email')
      .orderBy('email')
      .execute();
    expect(left.map((row) => row.email)).toEqual([
      `${now - 29 * dayMs}`,
      `left ${now - 365 * dayMs}`,
      'withdrawn',
    ]);
  },
);
