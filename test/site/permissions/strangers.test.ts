import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { givenBlogs } from '../../../src/blog/server/testing.ts';
import { latestBlogs } from '../../../src/features/reading/contract/lists.ts';
import { createCaller, givenMember } from '../../../src/identity/testing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

const cached = 'public, max-age=0, must-revalidate';
/** The length of a token, but not anyone's. */
const madeUp = 'A'.repeat(43);

testOnEachEngine(
  'a visitor with any invalid cookie gets the cached page for signed-out visitors',
  async ({ storage }) => {
    await givenBlogs(storage, [{}]);
    const { url } = await listen(storage);
    const latest = await createCaller(url).call(latestBlogs, {});
    const blog = latest.body[0]?._id;
    const cookies = ['a=b', 'session=short', `session=${madeUp}`, `a=b; session=${madeUp}`];
    for (const path of ['/', '/All-blogs', '/api/latestBlogs', `/api/blog/${blog}`]) {
      const plain = await (await fetch(url + path)).text();
      for (const cookie of cookies) {
        const reply = await fetch(url + path, { headers: { cookie } });
        expect([path, cookie, reply.headers.get('cache-control')]).toEqual([path, cookie, cached]);
        expect(reply.headers.get('vary')).toContain('Cookie');
        expect(await reply.text()).toBe(plain);
      }
    }
  },
);

testOnEachEngine(
  'a member gets their own page, and the signed-out page once the session has ended',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const home = async () => {
      const reply = await fetch(url, { headers: { cookie: `a=b; ${ada.cookie}` } });
      return { isOwn: (await reply.text()).includes(ada.person.email), kept: reply.headers };
    };
    const own = await home();
    expect(own.isOwn).toBe(true);
    expect(own.kept.get('cache-control')).toBe('private, no-store');
    expect((await ada.request('/logout')).status).toBe(204);
    const stranger = await home();
    expect(stranger.isOwn).toBe(false);
    expect(stranger.kept.get('cache-control')).toBe(cached);
  },
);
