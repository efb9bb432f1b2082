import { expect } from 'vitest';
import { holdText } from '../../../blog/server/held/moderation-holds.ts';
import { noReview } from '../../../blog/server/held/review.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { holdMail } from '../../../identity/mail/mail-hold.ts';
import { createQueueMail } from '../../../identity/mail/outbox-store.ts';
import { sendOutbox } from '../../../identity/mail/send-outbox.ts';
import { type Member, problemOf, startMemberSite } from '../../../identity/testing.ts';
import type { Delivery, EmailMessage, Post } from '../../../platform/mail/post.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { addComment } from '../../comments/contract.ts';
import { commentAnswers } from '../../comments/server/comment-answers.ts';
import { findComments, findCommentsAmong } from '../../comments/server/comment-store.ts';
import { move, type Standing } from '../../moderation/server/moderate.ts';
import { myLetters, saveLetters } from '../contract.ts';
import { commentEmailAnswers } from './comment-email-answers.ts';
import {
  collectedMs,
  endableCommentEmails,
  noteComment,
  noteLetIn,
} from './comment-email-store.ts';
import { commentsMailKind, queueCommentNews } from './send-comment-emails.ts';

const site = { name: 'The Content Hub', url: 'http://content-hub.test' };

async function start(storage: Storage) {
  const hub = await startMemberSite(storage, (parts) => [
    ...commentAnswers({ ...parts, review: noReview, onComment: noteComment }),
    ...commentEmailAnswers({ ...parts, canSend: true }),
  ]);
  const ada = await hub.member('Ada');
  const ben = await hub.member('Ben');
  await givenBlogs(storage, [{ title: 'On engines' }]);
  await storage.write(({ db }) =>
    allTexts(db).updateTable('blogs').set({ author_id: ada.person.id }).execute(),
  );
  const { id: blogId } = await allTexts(storage.reader)
    .selectFrom('blogs')
    .select('id')
    .executeTakeFirstOrThrow();
  const emails: EmailMessage[] = [];
  let outcome: Delivery = { kind: 'sent' };
  const post: Post = {
    async send(message) {
      emails.push(message);
      return outcome;
    },
    async close() {},
  };
  const now = () => hub.clock.now;
  const onError = (error: unknown) => {
    throw error;
  };
  const parts = {
    storage,
    site,
    oneClickPath: (secret: string) => `/api/unsubscribe/${secret}`,
    commentsAfter: findComments,
    commentsAmong: findCommentsAmong,
  };
  return {
    ...hub,
    ada,
    ben,
    emails,
    blogId,
    outcome: (next: Delivery) => {
      outcome = next;
    },
    say: (who: Member, comment: string, replyTo?: string) =>
      who.call(addComment, { body: { blogId, comment, replyTo } }),
    want: (comments: boolean) => ada.call(saveLetters, { body: { comments } }),
    async sendDue() {
      const never = new AbortController().signal;
      await queueCommentNews({ ...parts, queueMail: createQueueMail(now), now }, never);
      await sendOutbox({ storage, post, kinds: [commentsMailKind(parts)], now, onError }, never);
    },
  };
}

testOnEachEngine(
  'an author who switched e-mails on gets one about the new comments of a quarter of an hour',
  async ({ storage }) => {
    const { ada, ben, clock, emails, say, want, sendDue } = await start(storage);
    await say(ben, 'Before the switch');
    expect((await ada.call(myLetters, {})).body).toEqual({ canSend: true, comments: false });
    await want(true);
    await say(ben, 'First <b>');
    clock.now += 60_000;
    await say(ben, 'Second');
    clock.now += collectedMs - 61_000;
    await sendDue();
    expect(emails).toEqual([]);
    clock.now += 1_000;
    await Promise.all([sendDue(), sendDue()]);
    expect(emails).toHaveLength(1);
    const [{ to, subject, text, html = '', unsubscribeUrl } = { to: '', subject: '', text: '' }] =
      emails;
    expect(to).toBe(ada.person.email);
    expect(subject).toBe('2 new comments on “On engines”');
    expect(text).toContain('First <b>');
    expect(html).toContain('First &lt;b&gt;');
    expect(text).toContain('Second');
    expect(text).not.toContain('Before');
    expect(unsubscribeUrl).toMatch(/^http:\/\/content-hub\.test\/api\/unsubscribe\/[\w-]{43}$/);
    await sendDue();
    expect(emails).toHaveLength(1);
    await say(ben, 'Third');
    clock.now += collectedMs;
    await sendDue();
    expect(emails[1]?.subject).toBe('A new comment on “On engines”');
    expect(emails[1]?.text).not.toContain('Second');
  },
);

testOnEachEngine('the author gets e-mails about replies but not their own', async ({ storage }) => {
  const { ada, ben, clock, emails, say, want, sendDue } = await start(storage);
  const { body: first } = await say(ben, 'First');
  await want(true);
  await say(ada, 'Thank you', first._id);
  expect(await storage.reader.selectFrom('untold_comments').selectAll().execute()).toEqual([]);
  await say(ben, 'You are welcome', first._id);
  await say(ada, 'Really', first._id);
  clock.now += collectedMs;
  await sendDue();
  expect(emails.map(({ subject }) => subject)).toEqual(['A new comment on “On engines”']);
  expect(emails[0]?.text).toContain('You are welcome');
});

testOnEachEngine(
  'comments are not e-mailed after the author or the unsubscribe link ended the e-mails',
  async ({ storage }) => {
    const { ben, ada, clock, emails, say, want, sendDue } = await start(storage);
    await want(true);
    await say(ben, 'One');
    await want(false);
    clock.now += collectedMs;
    await sendDue();
    await want(true);
    await say(ben, 'Two');
    const { secret } = await storage.reader
      .selectFrom('comment_letters')
      .select('secret')
      .executeTakeFirstOrThrow();
    expect(await endableCommentEmails.has(storage.reader, secret)).toBe(true);
    await storage.write((write) => endableCommentEmails.end(write, secret));
    clock.now += collectedMs;
    await sendDue();
    expect(emails).toEqual([]);
    expect((await ada.call(myLetters, {})).body.comments).toBe(false);
  },
);

testOnEachEngine(
  'a deleted comment is not e-mailed, and an e-mail with unknown delivery is not sent again',
  async ({ storage }) => {
    const { ben, clock, emails, say, want, sendDue, outcome } = await start(storage);
    await want(true);
    const { body } = await say(ben, 'Oh no');
    await storage.write(({ db }) =>
      allTexts(db).deleteFrom('comments').where('id', '=', body._id).execute(),
    );
    clock.now += collectedMs;
    await sendDue();
    expect(emails).toEqual([]);
    await say(ben, 'Doubtful');
    clock.now += collectedMs;
    outcome({ kind: 'unknown', reply: 'broken' });
    await sendDue();
    clock.now += collectedMs;
    await sendDue();
    expect(emails).toHaveLength(1);
    await say(ben, 'Later');
    clock.now += collectedMs;
    outcome({ kind: 'unreachable', reply: 'nobody' });
    await sendDue();
    await say(ben, 'Meanwhile');
    clock.now += collectedMs;
    outcome({ kind: 'sent' });
    await sendDue();
    // Each comment is e-mailed once, even if an earlier e-mail had to be retried.
    const reported = emails.slice(-2).map(({ text }) => text.match(/Later|Meanwhile/g)?.join());
    expect(reported.toSorted()).toEqual(['Later', 'Meanwhile']);
  },
);

testOnEachEngine(
  'after a restore comments are e-mailed once an owner releases mail, including those in between',
  async ({ storage }) => {
    const { ben, clock, emails, say, want, sendDue } = await start(storage);
    await want(true);
    await holdMail(storage.writer, clock.now);
    for (const text of ['One', 'Two']) {
      await say(ben, text);
      clock.now += 2 * collectedMs;
      await sendDue();
    }
    expect(emails).toEqual([]);
    await storage.write(({ db }) => db.deleteFrom('mail_hold').execute());
    await sendDue();
    expect(emails.map(({ subject }) => subject)).toEqual(['2 new comments on “On engines”']);
  },
);

testOnEachEngine('comment e-mails require a verified address', async ({ storage }) => {
  const { ada, want } = await start(storage);
  await storage.write(({ db }) =>
    db
      .insertInto('credentials')
      .values({
        person_id: ada.person.id,
        password_hash: 'x',
        is_email_verified: 0,
        generation: 1,
      })
      .execute(),
  );
  expect(await problemOf(want(true))).toMatchObject({ status: 409, code: 'address-not-proven' });
});

testOnEachEngine(
  'a comment held for review is e-mailed once, after its approval, with other new comments',
  async ({ storage }) => {
    const { ben, clock, emails, member, say, want, sendDue } = await start(storage);
    const { person: mo } = await member('Mo', 'moderator');
    await want(true);
    const go = (id: string, from: Standing, to: Standing) => {
      const given = { kind: 'comment', id, from, to, reason: '', isUndo: false } as const;
      const change = { ...given, now: clock.now };
      return storage.write((write) => move(write, mo, change, { onLetIn: noteLetIn }));
    };
    const sayWaiting = async (comment: string) => {
      const { _id: id } = (await say(ben, comment)).body;
      const held = { kind: 'comment', id, state: 'waiting', reason: '', now: clock.now } as const;
      await storage.write((write) => holdText(write, held));
      return id;
    };
    const dayLater = async () => {
      clock.now += 24 * 60 * 60_000;
      await sendDue();
    };
    const waiting = await sayWaiting('Had to wait');
    const declined = await sayWaiting('Was declined');
    await say(ben, 'In sight');
    await dayLater();
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain('In sight');

    // An approval that is undone and repeated sends one e-mail.
    await go(waiting, 'waiting', 'shown');
    await go(waiting, 'shown', 'waiting');
    await go(waiting, 'waiting', 'shown');
    await say(ben, 'Said meanwhile');
    await dayLater();
    expect(emails).toHaveLength(2);
    expect(emails[1]?.subject).toBe('2 new comments on “On engines”');
    expect(emails[1]?.text).toContain('Had to wait');
    expect(emails[1]?.text).toContain('Said meanwhile');

    await go(waiting, 'shown', 'waiting');
    await go(waiting, 'waiting', 'shown');
    // A comment that was published before it was hidden isn't e-mailed again.
    await go(waiting, 'shown', 'hidden');
    await go(waiting, 'hidden', 'shown');
    await dayLater();
    expect(emails).toHaveLength(2);

    await go(declined, 'waiting', 'hidden');
    await go(declined, 'hidden', 'shown');
    await dayLater();
    expect(emails).toHaveLength(3);
    expect(emails[2]?.subject).toBe('A new comment on “On engines”');
    expect(emails[2]?.text).toContain('Was declined');

    // No e-mail about a comment hidden before the next run, or approved while the author had e-mails off.
    const late = await sayWaiting('Too late');
    await go(late, 'waiting', 'shown');
    await go(late, 'shown', 'hidden');
    await want(false);
    await go(await sayWaiting('Unheard'), 'waiting', 'shown');
    await want(true);
    await dayLater();
    expect(emails).toHaveLength(3);
  },
);
