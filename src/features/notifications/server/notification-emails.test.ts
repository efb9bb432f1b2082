import { expect } from 'vitest';
import { holdMail } from '../../../identity/mail/mail-hold.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { chooseNotifications, notificationChoices, readAllNotifications } from '../contract.ts';
import type { Kind } from '../kinds.ts';
import {
  choicesAfterRestore,
  collectedMs,
  digestEveryMs,
  endableNotificationEmails,
} from './choice-store.ts';
import { startNotifyingSite } from './testing-notifications.ts';

async function start(storage: Storage) {
  const site = await startNotifyingSite(storage);
  const ada = await site.member('Ada');
  const ben = await site.member('Ben');
  const mo = await site.member('Mo', 'moderator');
  const choose = (kind: Kind, change: { here?: boolean; email?: boolean }) =>
    ada.call(chooseNotifications, { body: { kind, ...change } });
  const day = async () => {
    site.clock.now += digestEveryMs;
    await site.send();
  };
  const quarter = async () => {
    site.clock.now += collectedMs;
    await site.send();
  };
  return { ...site, ada, ben, mo, choose, day, quarter };
}

testOnEachEngine(
  'by default every kind is notified on the site and none by e-mail, and both can be switched',
  async ({ storage }) => {
    const { ada, ben, choose } = await start(storage);
    const { body } = await ada.call(notificationChoices, {});
    expect(body).toEqual({
      canSend: true,
      choices: [
        { kind: 'comment', here: true, email: null },
        { kind: 'reply', here: true, email: false },
        { kind: 'decision', here: true, email: false },
        { kind: 'blog', here: true, email: false },
      ],
    });
    await choose('reply', { email: true });
    await choose('reply', { here: false });
    const after = (await ada.call(notificationChoices, {})).body.choices;
    expect(after[1]).toEqual({ kind: 'reply', here: false, email: true });
    expect((await choose('reply', { email: false })).body.email).toBe(false);
    // E-mails about comments have their own settings.
    const refused = await problemOf(choose('comment', { email: true }));
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input' });
    expect((await ben.call(notificationChoices, {})).body).toEqual(body);
  },
);

testOnEachEngine('a kind switched off on the site adds no notification', async ({ storage }) => {
  const { ada, ben, mo, publish, say, follow, decide, choose, wordsFor, unreadOf } =
    await start(storage);
  await publish(ben, 'Before');
  await follow(ada, ben);
  for (const kind of ['comment', 'decision', 'blog'] as const) await choose(kind, { here: false });
  const blogId = await publish(ada, 'On engines');
  await say(ben, blogId, 'Hello');
  await publish(ben, 'New');
  await decide(mo, 'blog', blogId, ['shown', 'hidden']);
  expect(await wordsFor(ada)).toEqual([]);
  expect(await unreadOf(ada)).toBe(0);
  expect(await storage.reader.selectFrom('notifications').selectAll().execute()).toEqual([]);
});

testOnEachEngine(
  'decisions of a quarter of an hour are sent in one e-mail in their last state, until unsubscribed',
  async ({ storage }) => {
    const { ada, mo, publish, decide, choose, emails, send, quarter } = await start(storage);
    await choose('decision', { email: true, here: false });
    const one = await publish(ada, 'On engines');
    await decide(mo, 'blog', one, ['shown', 'hidden']);
    await send();
    expect(emails).toEqual([]);
    await Promise.all([quarter(), send()]);
    const [{ to, subject, text, unsubscribeUrl = '' } = { to: '', subject: '', text: '' }] = emails;
    expect(to).toBe(ada.person.email);
    expect(subject).toBe('Your blog “On engines” was hidden by the editors');
    expect(text).toContain('/Account/writing');
    await quarter();
    expect(emails).toHaveLength(1);
    // A decision that was undone, or read on the site, isn't e-mailed.
    const two = await publish(ada, 'On looms');
    await decide(mo, 'blog', two, ['shown', 'hidden']);
    await decide(mo, 'blog', two, ['hidden', 'shown']);
    await ada.call(readAllNotifications, {});
    await quarter();
    expect(emails).toHaveLength(1);
    // A further decision is e-mailed even if the earlier ones weren't read on the site.
    await decide(mo, 'blog', two, ['shown', 'hidden']);
    await quarter();
    expect(emails[1]?.subject).toBe('Your blog “On looms” was hidden by the editors');
    const secret = unsubscribeUrl.split('/').at(-1) ?? '';
    expect(await endableNotificationEmails.has(storage.reader, secret)).toBe(true);
    expect(await endableNotificationEmails.has(storage.reader, `${secret}x`)).toBe(false);
    await storage.write((write) => endableNotificationEmails.end(write, secret));
    await decide(mo, 'blog', two, ['hidden', 'shown']);
    await quarter();
    expect(emails).toHaveLength(2);
    const { body } = await ada.call(notificationChoices, {});
    expect(body.choices[2]).toEqual({ kind: 'decision', here: false, email: false });
  },
);

testOnEachEngine('switching e-mails off drops those already queued', async ({ storage }) => {
  const { ada, mo, publish, decide, choose, emails, queue, send, clock } = await start(storage);
  await choose('decision', { email: true });
  await decide(mo, 'blog', await publish(ada, 'On engines'), ['shown', 'hidden']);
  clock.now += collectedMs;
  await queue();
  expect(await storage.reader.selectFrom('outbox').selectAll().execute()).toHaveLength(1);
  await choose('decision', { email: false });
  await send();
  expect(emails).toEqual([]);
});

testOnEachEngine('replies of a quarter of an hour are sent in one e-mail', async ({ storage }) => {
  const { ada, ben, mo, publish, say, choose, emails, quarter } = await start(storage);
  await choose('reply', { email: true });
  const [one, two] = [await publish(mo, 'One'), await publish(mo, 'Two')];
  const [onOne, onTwo] = [await say(ada, one, 'Yes'), await say(ada, two, 'Yes')];
  await say(ben, one, 'Hi', onOne);
  await say(ben, one, 'Again', onOne);
  await say(ben, two, 'Hi', onTwo);
  await quarter();
  expect(emails.map(({ subject }) => subject)).toEqual(['2 notifications']);
  expect(emails[0]?.text).toContain('2 replies to you on “One”');
  expect(emails[0]?.text).toContain('Ben replied to you on “Two”');
});

testOnEachEngine(
  'new blogs are sent in one e-mail a day, without those already seen on the site',
  async ({ storage }) => {
    const { ada, ben, mo, publish, follow, decide, choose, emails, send, day } =
      await start(storage);
    await publish(ben, 'Before');
    await follow(ada, ben);
    await choose('blog', { email: true });
    await publish(ben, 'One');
    await publish(ben, 'Two');
    await send();
    expect(emails).toEqual([]);
    await Promise.all([day(), send()]);
    expect(emails.map(({ subject }) => subject)).toEqual(['2 new blogs by Ben']);
    expect(emails[0]?.text).toContain('One');
    await day();
    expect(emails).toHaveLength(1);
    await publish(ben, 'Seen');
    await ada.call(readAllNotifications, {});
    await day();
    expect(emails).toHaveLength(1);
    const hidden = await publish(ben, 'Hidden');
    await publish(ben, 'Three');
    await decide(mo, 'blog', hidden, ['shown', 'hidden']);
    await day();
    expect(emails.map(({ subject }) => subject)).toEqual([
      '2 new blogs by Ben',
      'Ben published “Three”',
    ]);
    expect(emails[1]?.text).not.toContain('Hidden');
  },
);

testOnEachEngine(
  "after a restore e-mails wait for the owner's release, and nothing is sent a second time",
  async ({ storage }) => {
    const { ada, ben, publish, follow, choose, emails, day, clock } = await start(storage);
    await publish(ben, 'Before');
    await follow(ada, ben);
    await choose('blog', { email: true });
    await publish(ben, 'One');
    clock.now += 1_000;
    await holdMail(storage.writer, clock.now);
    await choicesAfterRestore(storage.writer, clock.now);
    await day();
    expect(emails).toEqual([]);
    await storage.write(({ db }) => db.deleteFrom('mail_hold').execute());
    await publish(ben, 'Two');
    await day();
    expect(emails.map(({ subject }) => subject)).toEqual(['Ben published “Two”']);
  },
);

testOnEachEngine('notification e-mails require a verified address', async ({ storage }) => {
  const { ada, choose } = await start(storage);
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
  expect(await problemOf(choose('blog', { email: true }))).toMatchObject({
    status: 409,
    code: 'address-not-proven',
  });
});
