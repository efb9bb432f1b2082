import { expect, onTestFinished, test } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { holdMail } from '../../../identity/mail/mail-hold.ts';
import { problemOf } from '../../../identity/testing.ts';
import {
  createPost,
  type Delivery,
  type EmailMessage,
  type Post,
} from '../../../platform/mail/post.ts';
import { startMailServer } from '../../../platform/mail/testing-mail-server.ts';
import { csvCell } from '../../../platform/text/csv-cell.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import {
  discardIssue,
  issueLetter,
  makeIssue,
  newsletterOverview,
  saveNewsletter,
  sendIssueAgain,
  steerIssue,
  subscriberFile,
  subscriberList,
  tryIssue,
} from '../contract/manage.ts';
import { unsubscribe } from '../contract/subscriptions.ts';
import { beginDueDigest } from './digest.ts';
import { nextDigestAfter } from './newsletter-settings.ts';
import { sendIssues } from './send-issues.ts';
import {
  givenSubscribers,
  type NewsletterSite,
  startNewsletterSite,
  testSite,
} from './testing-newsletter.ts';

async function givenIssue({ owner }: NewsletterSite, storage: Storage, note = 'Good morning.') {
  await givenBlogs(storage, [
    { title: 'On <engines>', author: { name: 'Ada', photo: null, bio: null } },
  ]);
  const { body: overview } = await owner.call(newsletterOverview, {});
  const blogIds = overview.blogs.map(({ id }) => id);
  return (await owner.call(makeIssue, { body: { subject: 'News', note, blogIds } })).body;
}

/** A mail server that gives the test's outcome for each e-mail. */
function actedPost(answer: (message: EmailMessage) => Delivery) {
  const sent: string[] = [];
  const post: Post = {
    async send(message) {
      sent.push(message.to);
      return answer(message);
    },
    async close() {},
  };
  return { post, sent };
}

const never = new AbortController().signal;

function sendBy(storage: Storage, post: Post, now: () => number) {
  const onError = (error: unknown) => {
    throw error;
  };
  return sendIssues({ storage, post, site: testSite, perMinute: 1_000_000, now, onError }, never);
}

async function begin(site: NewsletterSite, id: string) {
  await site.owner.call(steerIssue, { params: { id }, body: { to: 'sending' } });
}

async function stateOf({ owner }: NewsletterSite) {
  const { body } = await owner.call(newsletterOverview, {});
  const [issue] = body.issues;
  if (!issue) throw new Error('There is no newsletter.');
  const { state, reason, total, sent, failed, unknown } = issue;
  return { state, reason, total, sent, failed, unknown };
}

testOnEachEngine(
  'an issue is sent once to each subscriber at its start, with their own unsubscribe link',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 23);
    const issue = await givenIssue(site, storage);
    expect(issue).toMatchObject({ state: 'draft', total: 0 });
    const shown = await site.owner.request(issueLetter.path.replace(':id', issue.id));
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    const html = await shown.text();
    expect(html).toContain('On &lt;engines&gt;');
    expect(html).toContain('By Ada, 2026-01-01');
    await site.owner.call(tryIssue, { params: { id: issue.id } });
    expect((await site.mailbox.next()).to).toEqual([site.owner.person.email]);

    await begin(site, issue.id);
    await site.visitor.call(unsubscribe, { params: { token: '3'.padStart(43, 'a') } });
    await site.send();
    const emails = [...site.mailbox.unread];
    const expected = Array.from({ length: 23 }, (_, index) => `reader-${index}@example.org`);
    expect(emails.map(({ to }) => to[0]).toSorted()).toEqual(
      expected.filter((_, index) => index !== 3).toSorted(),
    );
    for (const { source, to } of emails) {
      const secret = `${Number(/\d+/.exec(to[0] ?? '')?.[0])}`.padStart(43, 'a');
      expect(source).toContain(`<http://content-hub.test/api/unsubscribe/${secret}>`);
      expect(source).toContain(`http://content-hub.test/unsubscribe/${secret}`);
      expect(source.split(secret).length - 1).toBe(3);
      expect(source).toContain('Good morning.');
    }
    expect(await stateOf(site)).toMatchObject({ state: 'done', total: 23, sent: 22, failed: 0 });
    await site.send();
    expect(site.mailbox.unread).toHaveLength(22);
    const again = site.owner.call(steerIssue, {
      params: { id: issue.id },
      body: { to: 'sending' },
    });
    expect((await problemOf(again)).code).toBe('issue-elsewhere');
    const discarded = site.owner.call(discardIssue, { params: { id: issue.id } });
    expect((await problemOf(discarded)).code).toBe('issue-elsewhere');
  },
);

testOnBothEngines('only one of several processes sends an issue', async ({ storage }) => {
  const site = await startNewsletterSite(storage);
  await givenSubscribers(storage, 60);
  const { id } = await givenIssue(site, storage);
  await begin(site, id);
  const { post, sent } = actedPost(() => ({ kind: 'sent' }));
  await Promise.all(Array.from({ length: 4 }, () => sendBy(storage, post, () => site.clock.now)));
  expect(sent).toHaveLength(60);
  expect(new Set(sent).size).toBe(60);
  expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 60 });
});

testOnEachEngine(
  'a temporary refusal is retried, a final one is counted, and three final ones stop the address',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 5);
    const answers: Record<string, Delivery> = {
      'reader-1@example.org': { kind: 'refused', isForGood: true, what: 'recipient', reply: '550' },
      'reader-2@example.org': {
        kind: 'refused',
        isForGood: false,
        what: 'recipient',
        reply: '450',
      },
      'reader-3@example.org': { kind: 'unknown', reply: 'broken' },
      'reader-4@example.org': { kind: 'refused', isForGood: true, what: 'letter', reply: '554' },
    };
    const { post, sent } = actedPost(({ to }) => answers[to] ?? { kind: 'sent' });
    for (let round = 0; round < 3; round += 1) {
      const { id } = await givenIssue(site, storage);
      await begin(site, id);
      await sendBy(storage, post, () => site.clock.now);
      expect(await stateOf(site)).toMatchObject({
        state: 'sending',
        sent: 1,
        failed: 2,
        unknown: 1,
      });
      sent.length = 0;
      await sendBy(storage, post, () => site.clock.now);
      expect(sent).toEqual([]);
      site.clock.now += 60_000;
      await sendBy(storage, actedPost(() => ({ kind: 'sent' })).post, () => site.clock.now);
      expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 2, failed: 2, unknown: 1 });
    }
    const { body } = await site.owner.call(subscriberList, { query: { search: 'READER' } });
    const listed = body.subscribers.map(({ email, bounces, isStopped }) => [
      email,
      bounces,
      isStopped,
    ]);
    expect(listed.toReversed()).toEqual([
      ['reader-0@example.org', 0, false],
      ['reader-1@example.org', 3, true],
      ['reader-2@example.org', 0, false],
      ['reader-3@example.org', 0, false],
      ['reader-4@example.org', 0, false],
    ]);
    const { id } = await givenIssue(site, storage);
    await begin(site, id);
    sent.length = 0;
    await sendBy(storage, post, () => site.clock.now);
    expect(sent).not.toContain('reader-1@example.org');
    expect(await stateOf(site)).toMatchObject({ total: 4 });
  },
);

testOnEachEngine(
  'an issue pauses when the mail server refuses the site or is unreachable, and later continues',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 25);
    const { id } = await givenIssue(site, storage);
    await begin(site, id);
    const now = () => site.clock.now;
    const down = actedPost(() => ({ kind: 'unreachable', reply: 'nobody there' }));
    await sendBy(storage, down.post, now);
    expect(down.sent).toHaveLength(10);
    expect(await stateOf(site)).toMatchObject({
      state: 'paused',
      reason: 'The mail server can’t be reached, or doesn’t answer: nobody there',
      sent: 0,
      failed: 0,
    });
    await sendBy(storage, down.post, now);
    expect(down.sent).toHaveLength(10);
    // It retries on its own, after a longer pause each time.
    site.clock.now += 60_000;
    await sendBy(storage, down.post, now);
    site.clock.now += 60_000;
    await sendBy(storage, down.post, now);
    expect(down.sent).toHaveLength(20);
    site.clock.now += 60_000;
    const reached = new Set<string>();
    const closing = actedPost(({ to }) => {
      if (reached.size === 10)
        return { kind: 'refused', isForGood: true, what: 'sender', reply: '535 no' };
      reached.add(to);
      return { kind: 'sent' };
    });
    await sendBy(storage, closing.post, now);
    const paused = await stateOf(site);
    expect(paused).toMatchObject({
      state: 'paused',
      reason: 'The mail server refuses this site: 535 no',
      sent: 10,
      failed: 0,
    });
    await sendBy(storage, closing.post, now);
    expect(closing.sent).toHaveLength(20);

    await begin(site, id);
    site.clock.now += 60_000;
    const open = actedPost(() => ({ kind: 'sent' }));
    await sendBy(storage, open.post, now);
    expect(open.sent.some((to) => reached.has(to))).toBe(false);
    expect(new Set(open.sent).size).toBe(open.sent.length);
    expect(await stateOf(site)).toMatchObject({ state: 'done', reason: '', sent: 25 });
  },
);

const refusals: readonly (readonly [string, Delivery, isTriedAgain: boolean])[] = [
  [
    'every recipient for now',
    { kind: 'refused', isForGood: false, what: 'recipient', reply: '451 later' },
    true,
  ],
  [
    'every recipient for good',
    { kind: 'refused', isForGood: true, what: 'recipient', reply: '550 no' },
    false,
  ],
  [
    'every e-mail for good',
    { kind: 'refused', isForGood: true, what: 'letter', reply: '554 spam' },
    false,
  ],
];
for (const [what, delivery, isTriedAgain] of refusals) {
  testOnEachEngine(
    `an issue pauses with the reply of a mail server that refuses ${what}, and counts no bounce`,
    async ({ storage }) => {
      const site = await startNewsletterSite(storage);
      await givenSubscribers(storage, 25);
      const { id } = await givenIssue(site, storage);
      await begin(site, id);
      const now = () => site.clock.now;
      const refusing = actedPost(() => delivery);
      await sendBy(storage, refusing.post, now);
      expect(refusing.sent).toHaveLength(10);
      const reply = 'reply' in delivery ? delivery.reply : '';
      expect(await stateOf(site)).toMatchObject({
        state: 'paused',
        reason: `The mail server takes no email: ${reply}`,
        sent: 0,
        failed: 0,
      });
      site.clock.now += 60_000;
      await sendBy(storage, refusing.post, now);
      expect(refusing.sent).toHaveLength(isTriedAgain ? 20 : 10);
      await begin(site, id);
      const open = actedPost(() => ({ kind: 'sent' }));
      await sendBy(storage, open.post, now);
      expect(new Set(open.sent).size).toBe(25);
      expect(open.sent).toHaveLength(25);
      expect(await stateOf(site)).toMatchObject({ state: 'done', reason: '', sent: 25 });
      const { body } = await site.owner.call(subscriberList, { query: { search: 'reader' } });
      expect(body.subscribers.every(({ bounces }) => bounces === 0)).toBe(true);
    },
  );
}

testOnEachEngine(
  'an issue whose mail server stops answering pauses after ten deliveries that are not known',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 25);
    const { id } = await givenIssue(site, storage);
    await begin(site, id);
    const now = () => site.clock.now;
    const silent = actedPost(() => ({ kind: 'unknown', reply: 'Timeout' }));
    await sendBy(storage, silent.post, now);
    expect(await stateOf(site)).toMatchObject({
      state: 'paused',
      reason: 'The mail server doesn’t say whether it takes the emails: Timeout',
      unknown: 10,
    });
    site.clock.now += 60_000;
    await sendBy(storage, actedPost(() => ({ kind: 'sent' })).post, now);
    expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 15, unknown: 10 });
  },
);

testOnEachEngine(
  'an address whose mail server hangs delays no other, and is given up',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 25);
    const { id } = await givenIssue(site, storage);
    await begin(site, id);
    const now = () => site.clock.now;
    const { post, sent } = actedPost(({ to }) =>
      to === 'reader-0@example.org' ? { kind: 'unreachable', reply: 'Timeout' } : { kind: 'sent' },
    );
    await sendBy(storage, post, now);
    expect(sent).toHaveLength(25);
    expect(await stateOf(site)).toMatchObject({ state: 'sending', sent: 24, failed: 0 });
    for (let day = 0; day < 8; day += 1) {
      site.clock.now += 24 * 60 * 60_000;
      await sendBy(storage, post, now);
    }
    expect(sent.length).toBeLessThan(35);
    expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 24, failed: 1 });
    const { body } = await site.owner.call(subscriberList, { query: { search: 'reader-0@' } });
    expect(body.subscribers).toMatchObject([{ bounces: 0 }]);
  },
);

testOnEachEngine(
  'a stopped issue is sent again to those not known, and to nobody else',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 25);
    const { id } = await givenIssue(site, storage);
    await begin(site, id);
    const now = () => site.clock.now;
    const silent = actedPost(() => ({ kind: 'unknown', reply: 'Timeout' }));
    await sendBy(storage, silent.post, now);
    await site.owner.call(steerIssue, { params: { id }, body: { to: 'stopped' } });
    await site.owner.call(sendIssueAgain, { params: { id } });
    const open = actedPost(() => ({ kind: 'sent' }));
    await sendBy(storage, open.post, now);
    expect(open.sent.toSorted()).toEqual(silent.sent.toSorted());
    expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 10, unknown: 0 });
    const again = site.owner.call(sendIssueAgain, { params: { id } });
    expect((await problemOf(again)).code).toBe('nobody-to-send-again');
  },
);

testOnEachEngine(
  'the owner can send an issue again to the addresses whose delivery is unknown',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 12);
    const { id } = await givenIssue(site, storage);
    const again = () => site.owner.call(sendIssueAgain, { params: { id } });
    expect((await problemOf(again())).code).toBe('issue-elsewhere');
    await begin(site, id);
    const now = () => site.clock.now;
    const doubtful = actedPost(({ to }) =>
      to.includes('-1') ? { kind: 'unknown', reply: 'silence' } : { kind: 'sent' },
    );
    await sendBy(storage, doubtful.post, now);
    expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 9, unknown: 3 });
    await again();
    const well = actedPost(() => ({ kind: 'sent' }));
    await sendBy(storage, well.post, now);
    expect(new Set(well.sent)).toEqual(
      new Set(['1', '10', '11'].map((number) => `reader-${number}@example.org`)),
    );
    expect(well.sent).toHaveLength(3);
    expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 12, unknown: 0 });
    expect((await problemOf(again())).code).toBe('nobody-to-send-again');
  },
);

testOnEachEngine(
  'a mail server that hangs before taking an e-mail leaves no delivery unknown',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 12);
    const { id } = await givenIssue(site, storage);
    await begin(site, id);
    const server = await startMailServer({ mailFrom: 'hang' });
    const siteName = () => 'The Content Hub';
    const post = createPost({ ...server.mail, siteName, silenceMs: 400 });
    onTestFinished(() => post.close());
    await sendBy(storage, post, () => site.clock.now);
    expect(await stateOf(site)).toMatchObject({ state: 'paused', sent: 0, unknown: 0 });
    delete server.temper.mailFrom;
    site.clock.now += 60_000;
    await sendBy(storage, post, () => site.clock.now);
    expect(new Set(server.taken).size).toBe(12);
    expect(server.taken).toHaveLength(12);
    expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 12, unknown: 0 });
  },
);

testOnEachEngine("after a restore an issue waits for the owner's release", async ({ storage }) => {
  const site = await startNewsletterSite(storage);
  await givenSubscribers(storage, 3);
  const { id } = await givenIssue(site, storage);
  await holdMail(storage.writer, site.clock.now);
  await begin(site, id);
  await site.send();
  expect(site.mailbox.unread).toEqual([]);
  await storage.write(({ db }) => db.deleteFrom('mail_hold').execute());
  await site.send();
  expect(site.mailbox.unread).toHaveLength(3);
  expect(site.mailbox.unread[0]?.source).toMatch(/^List-Id: <newsletter\.content-hub\.test>\r$/im);
});

testOnEachEngine('an issue pauses when switched off and can be stopped', async ({ storage }) => {
  const site = await startNewsletterSite(storage);
  await givenSubscribers(storage, 40);
  const { id } = await givenIssue(site, storage);
  await begin(site, id);
  const steer = (to: 'sending' | 'paused' | 'stopped') =>
    site.owner.call(steerIssue, { params: { id }, body: { to } });
  const stopping = actedPost(() => ({ kind: 'sent' }));
  const post: Post = {
    ...stopping.post,
    async send(message) {
      if (stopping.sent.length === 0) {
        await site.owner.call(saveNewsletter, { body: { isOn: false, hasDigest: false } });
      }
      return stopping.post.send(message);
    },
  };
  await sendBy(storage, post, () => site.clock.now);
  expect(stopping.sent).toHaveLength(10);
  expect(await stateOf(site)).toMatchObject({ state: 'paused', sent: 10 });
  expect((await problemOf(steer('sending'))).code).toBe('newsletter-off');
  await site.owner.call(saveNewsletter, { body: { isOn: true, hasDigest: false } });
  await steer('stopped');
  await sendBy(storage, stopping.post, () => site.clock.now);
  expect(stopping.sent).toHaveLength(10);
  expect((await problemOf(steer('sending'))).code).toBe('issue-elsewhere');
});

testOnEachEngine(
  'a deleted blog is left out of the remaining e-mails, and without blogs the issue pauses',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 25);
    await givenBlogs(storage, [{ title: 'Hidden' }, { title: 'Kept' }]);
    const takeDown = (title: string) =>
      storage.write(({ db }) =>
        allTexts(db).deleteFrom('blogs').where('title', '=', title).execute(),
      );
    const { blogs } = (await site.owner.call(newsletterOverview, {})).body;
    const blogIds = blogs.map((blog) => blog.id);
    const body = { subject: 'News', note: 'Good morning.', blogIds };
    const { id } = (await site.owner.call(makeIssue, { body })).body;
    await begin(site, id);
    const seen: string[] = [];
    const { post } = actedPost(() => ({ kind: 'sent' }));
    const hiding: Post = {
      ...post,
      async send(message) {
        seen.push(message.text.match(/Kept|Hidden/g)?.join() ?? '');
        if (seen.length === 10) await takeDown('Hidden');
        if (seen.length === 20) await takeDown('Kept');
        return post.send(message);
      },
    };
    await sendBy(storage, hiding, () => site.clock.now);
    expect(seen.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'Kept,Hidden'));
    expect(seen.slice(10)).toEqual(Array.from({ length: 10 }, () => 'Kept'));
    expect(await stateOf(site)).toMatchObject({
      state: 'paused',
      reason: 'None of its blogs is there any more.',
      sent: 20,
    });
    const preview = await site.owner.request(issueLetter.path.replace(':id', id));
    expect(await preview.text()).not.toMatch(/Kept|Hidden/);
    await site.owner.call(tryIssue, { params: { id } });
    expect((await site.mailbox.next('News')).source).not.toMatch(/Kept|Hidden/);
    const again = site.owner.call(steerIssue, { params: { id }, body: { to: 'sending' } });
    expect((await problemOf(again)).code).toBe('blogs-gone');
  },
);

testOnEachEngine(
  'the weekly digest starts once, on Monday at eight UTC, with the blogs of the week',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    const monday = Date.UTC(2026, 10, 23, 8);
    expect(nextDigestAfter(monday - 1)).toBe(monday);
    expect(nextDigestAfter(monday)).toBe(monday + 7 * 24 * 60 * 60_000);
    site.clock.now = monday - 60_000;
    await givenSubscribers(storage, 3);
    await givenBlogs(storage, [
      { title: 'Old', createdAt: monday - 8 * 24 * 60 * 60_000 },
      { title: 'New', createdAt: monday - 1_000 },
    ]);
    await site.owner.call(saveNewsletter, { body: { isOn: true, hasDigest: true } });
    const look = () => beginDueDigest({ storage, site: testSite, now: () => site.clock.now });
    await look();
    expect((await site.owner.call(newsletterOverview, {})).body.issues).toEqual([]);
    site.clock.now = monday;
    await Promise.all([look(), look(), look()]);
    const { issues, digestAt } = (await site.owner.call(newsletterOverview, {})).body;
    expect(issues).toMatchObject([{ state: 'sending', subject: 'This week on The Content Hub' }]);
    expect(Date.parse(digestAt ?? '')).toBe(monday + 7 * 24 * 60 * 60_000);
    await site.send();
    const { source } = await site.mailbox.next('This week');
    expect(source).toContain('New');
    expect(source).not.toContain('Old');
  },
);

testOnEachEngine('a digest missed while mail is held is not sent later', async ({ storage }) => {
  const site = await startNewsletterSite(storage);
  const monday = Date.UTC(2026, 10, 23, 8);
  site.clock.now = monday - 60_000;
  await givenSubscribers(storage, 3);
  await givenBlogs(storage, [{ title: 'New', createdAt: monday - 1_000 }]);
  await site.owner.call(saveNewsletter, { body: { isOn: true, hasDigest: true } });
  await holdMail(storage.writer, site.clock.now);
  site.clock.now = monday;
  const look = () => beginDueDigest({ storage, site: testSite, now: () => site.clock.now });
  await look();
  await storage.write(({ db }) => db.deleteFrom('mail_hold').execute());
  await look();
  expect((await site.owner.call(newsletterOverview, {})).body.issues).toEqual([]);
});

testOnEachEngine(
  'the subscriber list is exported as CSV, with the dates and states of each address',
  async ({ storage }) => {
    const site = await startNewsletterSite(storage);
    await givenSubscribers(storage, 1_203);
    const file = await (await site.owner.request(subscriberFile.path)).text();
    const lines = file.split('\r\n');
    expect(lines).toHaveLength(1_205);
    expect(lines[0]).toBe('"email","subscribed","refused","stopped"');
    expect(lines[1]).toBe('"reader-0@example.org","1970-01-01T00:00:00.001Z","0","no"');
  },
);

testOnEachEngine('newsletter acts of the owner are in the audit log', async ({ storage }) => {
  const site = await startNewsletterSite(storage);
  await givenSubscribers(storage, 1);
  const { id } = await givenIssue(site, storage);
  const other = await givenIssue(site, storage);
  await begin(site, id);
  await site.owner.call(discardIssue, { params: { id: other.id } });
  const gone = await problemOf(site.owner.call(discardIssue, { params: { id } }));
  expect(gone.code).toBe('issue-elsewhere');
  await (await site.owner.request(subscriberFile.path)).text();
  const noted = await storage.writer
    .selectFrom('acts')
    .select(['act', 'subject_id', 'subject_label', 'by_id'])
    .where('subject_kind', 'in', ['newsletter', 'subscriber'])
    .orderBy('id')
    .execute();
  expect(noted.map((one) => [one.act, one.subject_id, one.subject_label])).toEqual([
    ['newsletter-made', id, 'News'],
    ['newsletter-made', other.id, 'News'],
    ['newsletter-sent', id, 'News'],
    ['newsletter-discarded', other.id, 'News'],
    ['subscribers-downloaded', '', 'all subscribers'],
  ]);
  expect(new Set(noted.map((one) => one.by_id)).size).toBe(1);
});

test('a CSV cell that starts like a formula is quoted as text', () => {
  expect(['=1+1', '+a@b.c', '-x', '@x', 'a"b', 'a'].map(csvCell)).toEqual([
    '"\'=1+1"',
    '"\'+a@b.c"',
    '"\'-x"',
    '"\'@x"',
    '"a""b"',
    '"a"',
  ]);
});
