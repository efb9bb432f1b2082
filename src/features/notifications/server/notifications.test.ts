import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { extentOf } from '../../../blog/list-extent.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { cursorsOf } from '../../../blog/web/page-cursors.ts';
import { problemOf } from '../../../identity/testing.ts';
import type { ApiReply } from '../../../platform/contract/call-api.ts';
import { dropSome } from '../../../storage/background/sweep.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { deleteComment, editComment } from '../../comments/contract.ts';
import { hideAllOf, showAllAgain } from '../../moderation/contract/manage.ts';
import {
  type Notification,
  notifications,
  pageSize,
  readAllNotifications,
  readNotification,
  unreadNotifications,
} from '../contract.ts';
import { bellMax, countedMax } from '../kinds.ts';
import { notificationRetention, notificationsMax } from './notification-store.ts';
import { notifyOfComment } from './notifier.ts';
import { personalNotifications } from './personal-notifications.ts';
import { startNotifyingSite } from './testing-notifications.ts';

async function start(storage: Storage) {
  const site = await startNotifyingSite(storage);
  const ada = await site.member('Ada');
  const ben = await site.member('Ben');
  const cleo = await site.member('Cleo');
  const mo = await site.member('Mo', 'moderator');
  return { ...site, ada, ben, cleo, mo };
}

const rows = (storage: Storage) => storage.reader.selectFrom('notifications').selectAll().execute();

testOnEachEngine(
  'comments on a blog share a notification until it is read, with current names and titles',
  async ({ storage }) => {
    const { ada, ben, cleo, publish, say, wordsFor, unreadOf, listOf } = await start(storage);
    const blogId = await publish(ada, 'On engines');
    const first = await say(ben, blogId, 'First');
    expect(await wordsFor(ada)).toEqual(['* Ben commented on “On engines”']);
    expect(await listOf(ada)).toMatchObject([{ to: `/blog/${blogId}#comment-${first}` }]);
    await say(cleo, blogId, 'Second');
    expect(await wordsFor(ada)).toEqual(['* 2 comments on “On engines”']);
    expect(await unreadOf(ada)).toBe(1);
    await storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ title: 'On looms' }).execute(),
    );
    const [{ _id: id } = { _id: '' }] = await listOf(ada);
    await ada.call(readNotification, { params: { id } });
    expect(await unreadOf(ada)).toBe(0);
    await storage.write(({ db }) =>
      db.updateTable('people').set({ name: 'Benjamin' }).where('id', '=', ben.person.id).execute(),
    );
    await say(ben, blogId, 'Third');
    expect(await wordsFor(ada)).toEqual([
      '* Benjamin commented on “On looms”',
      '2 comments on “On looms”',
    ]);
    await ada.call(readAllNotifications, {});
    expect(await unreadOf(ada)).toBe(0);
    // The commenters themselves aren't notified.
    for (const other of [ben, cleo]) expect(await wordsFor(other)).toEqual([]);
  },
);

testOnEachEngine(
  'a reply notifies its addressee once, also on their own blog, and nobody about their own comments',
  async ({ storage }) => {
    const { ada, ben, cleo, publish, say, wordsFor } = await start(storage);
    const blogId = await publish(ada, 'On engines');
    const bens = await say(ben, blogId, 'First');
    await ada.call(readAllNotifications, {});
    const adas = await say(ada, blogId, 'Thanks', bens);
    expect(await wordsFor(ben)).toEqual(['* Ada replied to you on “On engines”']);
    await say(cleo, blogId, 'Indeed', bens);
    expect(await wordsFor(ben)).toEqual(['* 2 replies to you on “On engines”']);
    await say(ben, blogId, 'You are welcome', adas);
    const ofAda = [
      '* Ben replied to you on “On engines”',
      '* Cleo commented on “On engines”',
      'Ben commented on “On engines”',
    ];
    expect(await wordsFor(ada)).toEqual(ofAda);
    await say(ben, blogId, 'To myself', bens);
    expect(await wordsFor(ben)).toEqual(['* 2 replies to you on “On engines”']);
    expect(await wordsFor(ada)).toEqual([
      '* 2 comments on “On engines”',
      '* Ben replied to you on “On engines”',
      'Ben commented on “On engines”',
    ]);
  },
);

testOnEachEngine(
  'an approved reply notifies its addressee, and an approved edit notifies nobody',
  async ({ storage }) => {
    const { ada, ben, cleo, mo, publish, say, review, decide, wordsFor } = await start(storage);
    const blogId = await publish(ada, 'On engines');
    const bens = await say(ben, blogId, 'First');
    const cleos = await say(cleo, blogId, 'Indeed', bens);
    for (const who of [ada, ben, cleo]) await who.call(readAllNotifications, {});
    review('Waits');
    const held = await say(ben, blogId, 'To a reply', cleos);
    expect(await wordsFor(cleo)).toEqual([]);
    await decide(mo, 'comment', held, ['waiting', 'shown']);
    expect(await wordsFor(cleo)).toEqual(['* Ben replied to you on “On engines”']);
    expect((await wordsFor(ada))[0]).toBe('* Ben commented on “On engines”');

    for (const who of [ada, ben, cleo]) await who.call(readAllNotifications, {});
    await ben.call(editComment, { params: { id: held }, body: { comment: 'Changed' } });
    await decide(mo, 'comment', held, ['waiting', 'shown']);
    expect((await wordsFor(cleo)).filter((words) => words.startsWith('*'))).toEqual([]);
    expect((await wordsFor(ada)).filter((words) => words.startsWith('*'))).toEqual([]);
  },
);

testOnEachEngine(
  'deleted, hidden and held comments are neither listed nor counted nor linked',
  async ({ storage }) => {
    const site = await start(storage);
    const { ada, ben, cleo, mo, publish, say, review, decide, wordsFor, unreadOf } = site;
    const blogId = await publish(ada, 'On engines');
    const bens = await say(ben, blogId, 'Secret words');
    const cleos = await say(cleo, blogId, 'Others');
    await decide(mo, 'comment', cleos, ['shown', 'hidden']);
    expect(await wordsFor(ada)).toEqual(['* Ben commented on “On engines”']);
    await ben.call(deleteComment, { params: { id: bens } });
    expect(await wordsFor(ada)).toEqual([]);
    expect(await unreadOf(ada)).toBe(0);
    review('Waits');
    const held = await say(ben, blogId, 'Held back');
    expect(await wordsFor(ada)).toEqual([]);
    await decide(mo, 'comment', held, ['waiting', 'shown']);
    expect(await wordsFor(ada)).toEqual(['* Ben commented on “On engines”']);
    const reply = await ada.request(notifications.path);
    expect(await reply.text()).not.toMatch(/Secret|Held back|Cleo/);
    // A hidden blog also hides the comments on it, and its title.
    await decide(mo, 'blog', blogId, ['shown', 'hidden']);
    expect(await wordsFor(ada)).toEqual(['* Your blog “On engines” was hidden by the editors']);
    expect(await wordsFor(ben)).toEqual([]);
  },
);

testOnEachEngine('a deleted account is in no notification', async ({ storage }) => {
  const { ada, ben, publish, say, wordsFor } = await start(storage);
  const blogId = await publish(ada, 'On engines');
  await say(ben, blogId, 'First');
  await storage.write(({ db }) =>
    db.deleteFrom('people').where('id', '=', ben.person.id).execute(),
  );
  expect(await wordsFor(ada)).toEqual([]);
});

testOnEachEngine(
  'authors are notified of the decisions of staff on their texts while these are in force',
  async ({ storage }) => {
    const { ada, ben, mo, member, publish, say, review, decide, wordsFor, listOf } =
      await start(storage);
    const olga = await member('Olga', 'owner');
    const blogId = await publish(ada, 'On engines');
    review('Waits');
    const blog = await publish(ben, 'On looms');
    const comment = await say(ben, blogId, 'Hello');
    expect(await wordsFor(ben)).toEqual([]);
    await decide(mo, 'blog', blog, ['waiting', 'shown']);
    expect(await wordsFor(ben)).toEqual(['* Your blog “On looms” was approved']);
    await decide(mo, 'comment', comment, ['waiting', 'hidden']);
    expect(await wordsFor(ben)).toEqual([
      '* Your comment on “On engines” was not approved',
      '* Your blog “On looms” was approved',
    ]);
    await decide(mo, 'blog', blog, ['shown', 'hidden']);
    expect(await listOf(ben)).toMatchObject([
      { decision: { text: 'blog', outcome: 'hidden' }, to: '/Account/writing' },
      { decision: { text: 'comment', outcome: 'declined' }, to: `/blog/${blogId}` },
    ]);
    await decide(mo, 'comment', comment, ['hidden', 'shown']);
    expect((await wordsFor(ben))[0]).toBe('* Your comment on “On engines” is visible again');
    expect((await wordsFor(ben)).join()).not.toContain('not approved');
    await decide(mo, 'blog', blog, ['hidden', 'shown']);
    expect((await wordsFor(ben)).filter((words) => words.includes('hidden'))).toEqual([]);
    // Staff aren't notified of decisions on their own texts.
    review(undefined);
    const own = await publish(olga, 'By Olga');
    await decide(olga, 'blog', own, ['shown', 'hidden']);
    expect(await wordsFor(olga)).toEqual([]);
  },
);

testOnEachEngine('hiding all texts of a person is one notification', async ({ storage }) => {
  const { ada, ben, mo, publish, wordsFor, listOf } = await start(storage);
  for (const title of ['One', 'Two', 'Three']) await publish(ben, title);
  const personId = ben.person.id;
  const { batch } = (await mo.call(hideAllOf, { body: { personId, reason: 'Spam' } })).body;
  expect(await wordsFor(ben)).toEqual(['* 3 of your blogs were hidden by the editors']);
  await mo.call(showAllAgain, { body: { batch } });
  expect(await wordsFor(ben)).toEqual(['* 3 of your blogs are visible again']);
  expect(await listOf(ada)).toEqual([]);
});

testOnEachEngine(
  'new blogs of followed authors are one notification, stored only when it is read',
  async ({ storage }) => {
    const { ada, ben, cleo, mo, publish, follow, decide, wordsFor, listOf, unreadOf } =
      await start(storage);
    await publish(ben, 'Before');
    await publish(cleo, 'Before, too');
    await follow(ada, ben);
    await follow(ada, cleo);
    const one = await publish(ben, 'One');
    expect(await wordsFor(ada)).toEqual(['* Ben published “One”']);
    expect(await listOf(ada)).toMatchObject([{ to: `/blog/${one}` }]);
    const two = await publish(cleo, 'Two');
    expect(await wordsFor(ada)).toEqual(['* 2 new blogs by Cleo and Ben']);
    expect(await listOf(ada)).toMatchObject([{ to: '/following' }]);
    expect(await unreadOf(ada)).toBe(1);
    expect(await rows(storage)).toEqual([]);
    const [{ _id: id } = { _id: '' }] = await listOf(ada);
    const three = await publish(ben, 'Three');
    // The blog published in the meantime stays unread.
    await ada.call(readNotification, { params: { id } });
    expect(await wordsFor(ada)).toEqual(['* Ben published “Three”', '2 new blogs by Cleo and Ben']);
    await decide(mo, 'blog', two, ['shown', 'hidden']);
    await decide(mo, 'blog', three, ['shown', 'hidden']);
    expect(await wordsFor(ada)).toEqual(['Ben published “One”']);
    expect(await unreadOf(ada)).toBe(0);
    await decide(mo, 'blog', three, ['hidden', 'shown']);
    await ada.call(readAllNotifications, {});
    expect(await wordsFor(ada)).toEqual(['Ben published “Three”', 'Ben published “One”']);
    for (const other of [ben, cleo]) {
      expect((await wordsFor(other)).filter((words) => words.includes('published'))).toEqual([]);
    }
  },
);

testOnEachEngine('a member sees and reads only their own notifications', async ({ storage }) => {
  const { ada, ben, cleo, publish, say, listOf, unreadOf, visitor } = await start(storage);
  const blogId = await publish(ada, 'On engines');
  await say(ben, blogId, 'First');
  const [{ _id: id } = { _id: '' }] = await listOf(ada);
  await cleo.call(readNotification, { params: { id } });
  await cleo.call(readAllNotifications, {});
  for (const bad of [rowId(), 'x', '\0', 'new-1', 'new-999999999999999999']) {
    await cleo.call(readNotification, { params: { id: bad } });
  }
  expect(await unreadOf(ada)).toBe(1);
  expect(await unreadOf(cleo)).toBe(0);
  for (const attempt of [
    () => visitor.call(notifications, { query: {} }),
    () => visitor.call(unreadNotifications, {}),
    () => visitor.call(readNotification, { params: { id } }),
    () => visitor.call(readAllNotifications, {}),
  ]) {
    expect(await problemOf(attempt())).toMatchObject({ status: 401 });
  }
  const query = `?personId=${ada.person.id}&email=${ada.person.email}`;
  expect(await (await cleo.request(`${notifications.path}${query}`)).json()).toEqual([]);
  const kept = await Readable.from(personalNotifications(storage).rowsOf(ada.person.id)).toArray();
  expect(kept).toEqual([{ kind: 'comment', at: expect.any(Number), read_at: null }]);
  await storage.write(({ db }) =>
    db.deleteFrom('people').where('id', '=', ada.person.id).execute(),
  );
  expect(await rows(storage)).toEqual([]);
});

testOnBothEngines(
  'many comments make one row with a maximum count, and drop a cached page only once',
  async ({ storage }) => {
    const { ada, ben, publish, clock, wordsFor } = await start(storage);
    const blogId = await publish(ada, 'On engines');
    const [authorId, writerId] = [ada.person.id, ben.person.id];
    const own = { blog_id: blogId, person_id: writerId, text: 'x', created_at: 1 };
    const comments = Array.from({ length: countedMax + 20 }, () => ({ id: rowId(), ...own }));
    await storage.write(({ db }) => allTexts(db).insertInto('comments').values(comments).execute());
    const of = { blogId, writerId, authorId, repliedToId: null, now: clock.now };
    const touched: string[] = [];
    storage.onChange((tags) => touched.push(...tags));
    for (const [index, { id: commentId }] of comments.entries()) {
      const news = { ...of, commentId };
      await storage.write((write) => notifyOfComment(write, news));
      if (index === 6) expect(await wordsFor(ada)).toEqual(['* 7 comments on “On engines”']);
    }
    expect(await wordsFor(ada)).toEqual([`* More than ${countedMax} comments on “On engines”`]);
    const [{ text_ids } = { text_ids: '' }, ...more] = await rows(storage);
    expect(more).toEqual([]);
    expect(text_ids.split(' ').filter(Boolean)).toHaveLength(countedMax + 1);
    expect(touched.filter((tag) => tag === `person:${authorId}`)).toHaveLength(1);
    // The same comment again changes nothing.
    const again = { ...of, commentId: comments[0]?.id ?? '' };
    await storage.write((write) => notifyOfComment(write, again));
    await allTexts(storage.writer).deleteFrom('comments').execute();
    expect(await wordsFor(ada)).toEqual([]);
  },
);

testOnBothEngines('two comments at once make one row', async ({ storage }) => {
  const { ada, ben, cleo, publish, say, wordsFor } = await start(storage);
  const blogId = await publish(ada, 'On engines');
  await Promise.all([ben, cleo].map((who) => say(who, blogId, 'At once')));
  expect(await wordsFor(ada)).toEqual(['* 2 comments on “On engines”']);
});

testOnBothEngines(
  'notifications are paged and limited; the oldest are deleted',
  async ({ storage }) => {
    const { ada, ben, publish, say, unreadOf, clock } = await start(storage);
    const blogId = await publish(ada, 'On engines');
    const comment = await say(ben, blogId, 'First');
    const personId = ada.person.id;
    await storage.write(async ({ db }) => {
      await db.deleteFrom('notifications').execute();
      const old = Array.from({ length: notificationsMax }, (_, index) => ({
        id: rowId(),
        person_id: personId,
        kind: 'comment',
        about: `${index}`,
        text_ids: ` ${comment}`,
        at: index,
        read_at: null,
      }));
      await db.insertInto('notifications').values(old).execute();
    });
    clock.now += 1_000;
    await say(ben, blogId, 'One more');
    const all = await rows(storage);
    expect(all).toHaveLength(notificationsMax);
    expect(all.map(({ about }) => about)).not.toContain('0');
    expect(await unreadOf(ada)).toBe(bellMax + 1);
    let cursor: string | null = '';
    let seen = 0;
    while (cursor !== null) {
      const page: ApiReply<readonly Notification[]> = await ada.call(notifications, {
        query: { cursor },
      });
      expect(page.body).toHaveLength(pageSize);
      expect(extentOf(page.headers)).toEqual({ offset: seen, total: notificationsMax });
      seen += page.body.length;
      cursor = cursorsOf(page.headers.get('link')).nextCursor;
    }
    expect(seen).toBe(notificationsMax);
    const [rule] = notificationRetention;
    if (!rule) throw new Error('There is a rule.');
    const kept = 'keptMs' in rule && typeof rule.keptMs === 'number' ? rule.keptMs : 0;
    await storage.write(({ db }) => dropSome(db, rule as never, kept + 10, 1_000));
    expect(await rows(storage)).toHaveLength(notificationsMax - 10);
  },
);

testOnEachEngine(
  'a page of notifications has its place among those whose texts are visible',
  async ({ storage }) => {
    const { ada, ben, publish, say, follow } = await start(storage);
    const blogId = await publish(ada, 'On engines');
    const comment = await say(ben, blogId, 'First');
    await publish(ben, 'Before');
    await follow(ada, ben);
    await publish(ben, 'Brand new');
    const older = Array.from({ length: pageSize + 10 }, (_, index) => ({
      id: rowId(),
      person_id: ada.person.id,
      kind: 'comment',
      about: `${index}`,
      text_ids: ` ${index % 2 === 0 ? comment : rowId()}`,
      at: index,
      read_at: null,
    }));
    await storage.write(({ db }) => db.insertInto('notifications').values(older).execute());
    // The new blog, the comment, and half of the older ones.
    const total = 2 + older.length / 2;
    const first = await ada.call(notifications, { query: {} });
    expect(first.body).toHaveLength(total);
    expect(extentOf(first.headers)).toEqual({ offset: 0, total });

    const twice = older.map((row) => ({ ...row, id: rowId(), about: `again-${row.about}` }));
    await storage.write(({ db }) => db.insertInto('notifications').values(twice).execute());
    const all = total + older.length / 2;
    const page = await ada.call(notifications, { query: {} });
    expect(page.body).toHaveLength(1 + pageSize);
    expect(extentOf(page.headers)).toEqual({ offset: 0, total: all });
    const cursor = cursorsOf(page.headers.get('link')).nextCursor ?? '';
    const second = await ada.call(notifications, { query: { cursor } });
    expect(second.body).toHaveLength(all - 1 - pageSize);
    expect(extentOf(second.headers)).toEqual({ offset: 1 + pageSize, total: all });
  },
);

testOnEachEngine('the form marks notifications as read without scripts', async ({ storage }) => {
  const { ada, ben, publish, say, listOf, unreadOf, visitor } = await start(storage);
  for (const title of ['One', 'Two']) await say(ben, await publish(ada, title), 'Hello');
  const press = (who: typeof visitor, id: string, headers = {}) =>
    who.request('/api/notificationForm?from=/notifications', {
      method: 'POST',
      body: new URLSearchParams({ id }),
      headers,
    });
  const [{ _id: id } = { _id: '' }] = await listOf(ada);
  const one = await press(ada, id);
  expect([one.status, one.headers.get('location')]).toEqual([303, '/notifications']);
  expect(await unreadOf(ada)).toBe(1);
  expect((await press(ada, '', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(await unreadOf(ada)).toBe(1);
  await press(ada, '');
  expect(await unreadOf(ada)).toBe(0);
  expect((await press(visitor, '')).headers.get('location')).toBe(
    '/Account/signin?from=%2Fnotifications',
  );
});
