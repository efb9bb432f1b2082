// @module-tag slow
import { expect, onTestFinished } from 'vitest';
import { inMatrix } from '../../../test/matrix.ts';
import { ownHeaders, signUp } from '../../../test/site-member.ts';
import { openPostgres } from '../../storage/postgres/open-postgres.ts';
import { startCuttingProxy } from '../../storage/postgres/testing-cutting-proxy.ts';
import type { Engine } from '../../storage/storage.ts';
import { createTestDatabase, engines, testEngine, testOn } from '../../storage/testing.ts';
import { listen } from '../testing.ts';

const blog = (title: string) => ({
  title,
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'Patterns.',
});

/** The cookie of a reply that a browser would send back. */
const kept = (reply: Response, name: string) =>
  reply.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? '';

/** Number of reads; `npm run bench:faults -- --only nodes` does 4,000. */
const times: Readonly<Record<Engine, number>> = {
  sqlite: 40,
  postgres: inMatrix({ usual: 60, whole: 200 }),
};

for (const engine of engines) {
  testEngine(
    engine,
    `none of ${times[engine]} reads through another node right after an edit is stale`,
    { timeout: 120_000 },
    async () => {
      const { open } = await createTestDatabase(engine);
      const storage = await open();
      const nodes = [await listen(storage), await listen(await open())] as const;
      const { cookie } = await signUp(nodes[0].url);
      const save = async (node: number, method: string, path: string, title: string) => {
        const url = nodes[node]?.url ?? '';
        const headers = ownHeaders(url, cookie);
        const reply = await fetch(url + path, {
          method,
          headers,
          body: JSON.stringify(blog(title)),
        });
        expect(reply.status).toBeLessThan(300);
        return {
          id: ((await reply.json()) as { _id: string })._id,
          written: kept(reply, 'written'),
        };
      };
      const read = async (node: number, path: string, written: string) => {
        const reply = await fetch((nodes[node]?.url ?? '') + path, {
          headers: written ? { cookie: written } : {},
        });
        return reply.text();
      };
      const { id } = await save(0, 'POST', '/api/addBlog', 'Looms');
      const pages = ['/', '/All-blogs', '/api/latestBlogs', `/api/blog/${id}`];
      const old: string[] = [];
      for (let number = 0; number < times[engine]; number += 1) {
        const path = pages[number % pages.length] as string;
        const [one, other] = number % 3 === 0 ? [1, 0] : [0, 1];
        await read(other, path, '');
        const title = `Looms, told for the ${number}th time`;
        const { written } = await save(one, 'PUT', `/api/blog/${id}`, title);
        if (!(await read(other, path, written)).includes(title)) old.push(`${number} ${path}`);
      }
      expect(old).toEqual([]);
    },
  );
}

testOn(
  'postgres',
  'after catchUp, a process has received the tags of every acknowledged write',
  async (test) => {
    const { storage, open } = test;
    const other = await open();
    const received = new Set<string>();
    other.onChange((tags) => {
      for (const tag of tags) received.add(tag);
    });
    const missed: string[] = [];
    for (let number = 0; number < 200; number += 1) {
      await storage.write(async ({ touch }) => touch(`blog:${number}`), { lockKeys: [] });
      expect(await other.catchUp()).toBe(true);
      if (!received.has(`blog:${number}`)) missed.push(String(number));
    }
    expect(missed).toEqual([]);
  },
);

testOn(
  'postgres',
  'a redirect changed through one node leads to its new target through another at once',
  async ({ storage, open }) => {
    const { url } = await listen(storage);
    const other = await open();
    const old: string[] = [];
    for (let number = 0; number < 60; number += 1) {
      const address = `/All-blogs?search=${number}`;
      await other.write(async ({ db, touch }) => {
        await db
          .insertInto('redirects')
          .values({ path: '/old', address, is_by_hand: 1, created_at: number })
          .onConflict((conflict) => conflict.column('path').doUpdateSet({ address }))
          .execute();
        touch('redirects');
      });
      const headers = { cookie: `written=${other.node}` };
      const reply = await fetch(`${url}/old`, { headers, redirect: 'manual' });
      if (reply.headers.get('location') !== address) old.push(address);
    }
    expect(old).toEqual([]);
  },
);

testOn(
  'postgres',
  'catchUp gives up on a silent connection, and a forged “written” cookie is harmless',
  async (test) => {
    const { storage, options, connectionErrors } = test;
    const proxy = await startCuttingProxy(options.databaseUrl ?? '');
    const far = await openPostgres({
      url: proxy.url,
      onConnectionError: (error) => connectionErrors.push(error),
    });
    onTestFinished(() => far.close());
    const { url } = await listen(storage);
    const forged = { headers: { cookie: 'written=../../etc/passwd' } };
    expect((await fetch(url, forged)).status).toBe(200);
    expect(await far.catchUp()).toBe(true);
    proxy.hold(true);
    expect(await far.catchUp()).toBe(false);
    proxy.hold(false);
    await expect.poll(() => far.catchUp()).toBe(true);
    connectionErrors.length = 0;
  },
);
