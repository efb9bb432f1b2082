import { expect, test } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { holdMail } from '../../../identity/mail/mail-hold.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { Post } from '../../../platform/mail/post.ts';
import { csvCell } from '../../../platform/text/csv-cell.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import {
  discardIssue,
  issueLetter,
  makeIssue,
  newsletterOverview,
  saveNewsletter,
  steerIssue,
  subscriberFile,
  tryIssue,
} from '../contract/manage.ts';
import { unsubscribe } from '../contract/subscriptions.ts';
import { beginDueDigest } from './digest.ts';
import { nextDigestAfter } from './newsletter-settings.ts';
import { actedPost, begin, givenIssue, sendBy, startIssue, stateOf } from './testing-issues.ts';
import { givenSubscribers, startNewsletterSite, testSite } from './testing-newsletter.ts';

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
  const { site, now } = await startIssue(storage, 60);
  const { post, sent } = actedPost(() => ({ kind: 'sent' }));
  await Promise.all(Array.from({ length: 4 }, () => sendBy(storage, post, now)));
  expect(sent).toHaveLength(60);
  expect(new Set(sent).size).toBe(60);
  expect(await stateOf(site)).toMatchObject({ state: 'done', sent: 60 });
});

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
  const { site, id, now } = await startIssue(storage, 40);
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
  await sendBy(storage, post, now);
  expect(stopping.sent).toHaveLength(10);
  expect(await stateOf(site)).toMatchObject({ state: 'paused', sent: 10 });
  expect((await problemOf(steer('sending'))).code).toBe('newsletter-off');
  await site.owner.call(saveNewsletter, { body: { isOn: true, hasDigest: false } });
  await steer('stopped');
  await sendBy(storage, stopping.post, now);
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
