import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { text } from '../../src/blog/server/testing.ts';
import { addComment, deleteComment } from '../../src/features/comments/contract.ts';
import { follow } from '../../src/features/following/contract.ts';
import { moveText } from '../../src/features/moderation/contract/manage.ts';
import { readAllNotifications } from '../../src/features/notifications/contract.ts';
import { addBlog } from '../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember, type Member } from '../../src/identity/testing.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { testOnEachEngine } from '../../src/storage/testing.ts';

async function start(storage: Storage) {
  const { url } = await listen(storage, { READING: 'public' });
  const ada = await givenMember(storage, url, 'Ada');
  const ben = await givenMember(storage, url, 'Ben');
  const mo = await givenMember(storage, url, 'Mo', 'moderator');
  const publish = async (who: Member, title: string) =>
    (await who.call(addBlog, { body: { ...text, title } })).body._id;
  /** The label of the notification bell on a page that is cached for all members. */
  const bellOf = async (who: Member) => {
    const page = await (await who.request('/')).text();
    return /aria-label="(Notifications[^"]*)"/.exec(page)?.[1];
  };
  return { url, ada, ben, mo, publish, bellOf };
}

testOnEachEngine(
  'a cached page shows the member’s own number of notifications at once',
  async ({ storage }) => {
    const { url, ada, ben, mo, publish, bellOf } = await start(storage);
    const blogId = await publish(ada, 'On engines');
    for (const who of [ada, ben]) expect(await bellOf(who)).toBe('Notifications');
    const { _id: id } = (await ben.call(addComment, { body: { blogId, comment: 'One' } })).body;
    expect(await bellOf(ada)).toBe('Notifications, 1 unread');
    expect(await bellOf(ben)).toBe('Notifications');
    // A comment that was deleted by its writer is no longer counted.
    await ben.call(deleteComment, { params: { id } });
    expect(await bellOf(ada)).toBe('Notifications');

    await publish(ben, 'Before');
    await ada.call(follow, { params: { id: ben.person.id } });
    expect(await bellOf(ada)).toBe('Notifications');
    const fresh = await publish(ben, 'Fresh');
    expect(await bellOf(ada)).toBe('Notifications, 1 unread');
    const hide = { kind: 'blog', id: fresh, from: 'shown', to: 'hidden', reason: '' } as const;
    await mo.call(moveText, { body: { ...hide, isUndo: false } });
    expect(await bellOf(ada)).toBe('Notifications');
    expect(await bellOf(ben)).toBe('Notifications, 1 unread');
    await ben.call(readAllNotifications, {});
    expect(await bellOf(ben)).toBe('Notifications');
    for (const path of ['/', `/blog/${blogId}`, `/author/${ada.person.id}`]) {
      expect(await (await fetch(`${url}${path}`)).text()).not.toContain('"Notifications');
    }
  },
);

testOnEachEngine('no page shows whom another person follows', async ({ storage }) => {
  const { url, ada, ben, publish } = await start(storage);
  const blogId = await publish(ben, 'On engines');
  await ada.call(follow, { params: { id: ben.person.id } });
  const button = (page: string) => /<button[^>]*>(Following|Follow)</.exec(page)?.[1];
  for (const path of [`/blog/${blogId}`, `/author/${ben.person.id}`]) {
    expect(button(await (await ada.request(path)).text()), path).toBe('Following');
    const own = await (await ben.request(path)).text();
    expect(button(own), path).toBeUndefined();
    expect(own).not.toContain(ada.person.id);
    expect(button(await (await fetch(`${url}${path}`)).text()), path).toBe('Follow');
  }
});
