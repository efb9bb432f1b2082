import { expect } from 'vitest';
import { givenBlogs } from '../../../../blog/server/testing.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import type { OutgoingRequest } from '../../../../platform/outgoing/fetch-public.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../../storage/testing.ts';
import { announceDue, wantedServices } from './announce.ts';
import { noteAnnouncement } from './announcement-store.ts';

const siteUrl = 'https://blog.example.org';
const hub = 'https://hub.example.org/';
const indexNowKey = 'a-key-of-the-tests';
const never = new AbortController().signal;

/** Stubs the announced services: they answer with `world.status`, and `asked` collects their requests. */
function others(storage: Storage) {
  const asked: { readonly url: string; readonly body: string }[] = [];
  const errors: unknown[] = [];
  const world = { status: 204, time: 1_000_000 };
  const parts = {
    storage,
    siteUrl,
    hub,
    indexNowKey,
    async fetchPublic(url: string, { body }: OutgoingRequest) {
      asked.push({ url, body: String(body) });
      return { status: world.status, headers: {}, body: Buffer.alloc(0), url };
    },
    onError: (error: unknown) => errors.push(error),
    now: () => world.time,
  };
  return { asked, errors, world, announce: () => announceDue(parts, never) };
}

async function givenBlog(storage: Storage): Promise<string> {
  await givenBlogs(storage, [{ category: 'Travel' }]);
  const { id } = await allTexts(storage.reader)
    .selectFrom('blogs')
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

const services = wantedServices({ hub, indexNowKey });

testOnBothEngines('a blog is announced once to the hub and IndexNow', async ({ storage }) => {
  const blogId = await givenBlog(storage);
  const { asked, announce, errors } = others(storage);
  await storage.write((write) => noteAnnouncement(write, services, { blogId, now: 1 }));
  await announce();
  await announce();
  expect(errors).toEqual([]);
  const [toHub, toEngines, ...more] = asked;
  expect(more).toEqual([]);
  expect(toHub?.url).toBe(hub);
  const fields = new URLSearchParams(toHub?.body);
  expect(fields.get('hub.mode')).toBe('publish');
  expect(fields.getAll('hub.url')).toContain(`${siteUrl}/feed.xml`);
  expect(fields.getAll('hub.url')).toContain(`${siteUrl}/feed.json?category=Travel`);
  expect(JSON.parse(toEngines?.body ?? '{}')).toEqual({
    host: 'blog.example.org',
    key: indexNowKey,
    keyLocation: `${siteUrl}/${indexNowKey}.txt`,
    urlList: [`${siteUrl}/blog/${blogId}`],
  });
});

testOnEachEngine('a failed announcement is retried later and sent once', async ({ storage }) => {
  const blogId = await givenBlog(storage);
  const { asked, announce, errors, world } = others(storage);
  await storage.write((write) => noteAnnouncement(write, ['websub'], { blogId, now: 1 }));
  world.status = 503;
  await announce();
  await announce();
  expect([asked.length, errors.length]).toEqual([1, 1]);
  world.time += 60_000;
  world.status = 202;
  await announce();
  await announce();
  expect(asked).toHaveLength(2);
});

testOnEachEngine('saves within a minute are announced once', async ({ storage }) => {
  const blogId = await givenBlog(storage);
  const { asked, announce, world } = others(storage);
  const save = (now: number) =>
    storage.write((write) => noteAnnouncement(write, ['websub'], { blogId, now, isChange: true }));
  await save(world.time);
  await save(world.time + 5_000);
  await announce();
  expect(asked).toEqual([]);
  world.time += 60_000;
  await announce();
  expect(asked).toHaveLength(1);
});

testOnEachEngine('a hidden blog is not announced', async ({ storage }) => {
  const blogId = await givenBlog(storage);
  const { asked, announce } = others(storage);
  await storage.write(async (write) => {
    await noteAnnouncement(write, services, { blogId, now: 1 });
    await allTexts(write.db).updateTable('blogs').set({ moderation: 'hidden' }).execute();
  });
  await announce();
  expect(asked).toEqual([]);
});
