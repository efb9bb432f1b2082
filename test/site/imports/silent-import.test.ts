import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { textEvents } from '../../../src/blog/events.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { follow } from '../../../src/features/following/contract.ts';
import { addWebhook } from '../../../src/features/webhooks/contract.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';
import {
  exportOf,
  foreignComment,
  foreignSubscriber,
  foreignText,
  published,
  run,
} from './testing-imports.ts';

/**
 * Tables of pending deliveries and notifications: e-mails, webhooks, hubs and search engines, and members'
 * notifications.
 */
const waiting = [
  'outbox',
  'webhook_deliveries',
  'announcements',
  'notifications',
  'new_blogs',
  'untold_comments',
  'newsletter_issues',
  'newsletter_deliveries',
] as const;

async function countNotifications(storage: Storage): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of waiting) {
    counts[table] = (await storage.reader.selectFrom(table).selectAll().execute()).length;
  }
  return counts;
}

testOnEachEngine('an import notifies nobody, by any channel', async ({ storage }) => {
  const services = { WEBSUB_HUB: 'https://hub.example/', INDEXNOW_KEY: 'a-key-of-the-tests' };
  const { url } = await listen(storage, { READING: 'public', ...services });
  const owner = await givenMember(storage, url, 'Olga Owner', 'owner');
  const ben = await givenMember(storage, url, 'Ben');
  const hook = { url: 'https://example.org/hook', events: [...textEvents] };
  await owner.call(addWebhook, { body: hook });
  const first = ['taken', 'changed', 'closed'].map((key) =>
    foreignText(key, { authors: [{ name: `Mara ${key}` }], comments: [foreignComment('1')] }),
  );
  const paid = foreignText('paid', { audience: 'paying' });
  await run(storage, exportOf([...first, paid, foreignSubscriber('one@reader.example')]));

  const people = await storage.reader.selectFrom('people').select(['id', 'name']).execute();
  const idOf = (name: string) => people.find((one) => one.name === name)?.id ?? '';
  for (const key of ['taken', 'changed', 'closed'])
    await ben.call(follow, { params: { id: idOf(`Mara ${key}`) } });
  // An account's own blogs do get notifications of comments.
  await storage.write(async ({ db }) => {
    const id = idOf('Mara taken');
    await db
      .updateTable('people')
      .set({ email: 'mara@new.example' })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('comment_letters')
      .values({ person_id: id, secret: 'a', created_at: 1 })
      .execute();
  });
  const before = await countNotifications(storage);

  const [taken, changed, closed] = first;
  if (!taken || !changed || !closed) throw new Error('They are three.');
  const newer = [
    { ...taken, comments: [...taken.comments, foreignComment('2')] },
    { ...changed, title: 'Changed there', comments: [...changed.comments, foreignComment('2')] },
    { ...closed, audience: 'password' as const },
    paid,
    foreignText('new', { createdAt: Date.now(), authors: [{ name: 'Mara changed' }] }),
    foreignSubscriber('two@reader.example'),
  ];
  const choices = { opened: new Set(['paying' as const]) };
  const { lines, counts } = await run(storage, exportOf(newer), { choices });
  expect(lines).toEqual([
    'taken | skipped | it has been changed here since it was imported',
    'changed | updated',
    'closed | updated',
    'paid | updated',
    'new | imported',
    'subscriber 1 | imported',
  ]);
  expect(counts.comments.in).toBe(2);
  expect(await countNotifications(storage)).toEqual(before);
  expect(Object.values(before)).toEqual(waiting.map(() => 0));

  // On the same site, a member's publication does notify.
  const ada = await givenMember(storage, url, 'Ada');
  await ada.call(addBlog, { body: { ...text, title: `Fresh ${published}` } });
  const { webhook_deliveries, announcements, new_blogs } = await countNotifications(storage);
  expect([webhook_deliveries, announcements, new_blogs]).toEqual([1, 2, 1]);
});
