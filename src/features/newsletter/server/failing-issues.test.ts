import { expect, onTestFinished } from 'vitest';
import { problemOf } from '../../../identity/testing.ts';
import { createPost, type Delivery } from '../../../platform/mail/post.ts';
import { startMailServer } from '../../../platform/mail/testing-mail-server.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { sendIssueAgain, steerIssue, subscriberList } from '../contract/manage.ts';
import { actedPost, begin, givenIssue, sendBy, startIssue, stateOf } from './testing-issues.ts';
import { givenSubscribers, startNewsletterSite } from './testing-newsletter.ts';

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
    const { site, id, now } = await startIssue(storage, 25);
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
      const { site, id, now } = await startIssue(storage, 25);
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
    const { site, now } = await startIssue(storage, 25);
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
    const { site, now } = await startIssue(storage, 25);
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
    const { site, id, now } = await startIssue(storage, 25);
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
    const { site, now } = await startIssue(storage, 12);
    const server = await startMailServer({ mailFrom: 'hang' });
    const siteName = () => 'The Content Hub';
    const post = createPost({ ...server.mail, siteName, silenceMs: 400 });
    onTestFinished(() => post.close());
    await sendBy(storage, post, now);
    expect(await stateOf(site)).toMatchObject({ state: 'paused', sent: 0, unknown: 0 });
    delete server.temper.mailFrom;
    site.clock.now += 60_000;
    await sendBy(storage, post, now);
    expect(new Set(server.taken).size).toBe(12);
    expect(server.taken).toHaveLength(12);
    expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 12, unknown: 0 });
  },
);
