import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { inMatrix } from '../../../test/matrix.ts';
import { oneBlog } from '../../blog/contract.ts';
import { givenBlogs, text } from '../../blog/server/testing.ts';
import { endSession, updateProfile } from '../../features/account/contract/sessions.ts';
import { addComment, commentsOfBlog, deleteComment } from '../../features/comments/contract.ts';
import { follow, unfollow } from '../../features/following/contract.ts';
import { latestBlogs } from '../../features/reading/contract/lists.ts';
import { addWish, myWishes, removeWish } from '../../features/wishlist/contract.ts';
import { deleteBlog } from '../../features/writing/own-texts/contract.ts';
import { addBlog, updateBlog } from '../../features/writing/publishing/contract/publishing.ts';
import { givenMember, givenSession, type Member } from '../../identity/testing.ts';
import { Problem } from '../../platform/contract/problems.ts';
import { createPageKeys } from '../../platform/page-cache/page-key.ts';
import type { Storage } from '../../storage/storage.ts';
import { testOnEachEngine } from '../../storage/testing.ts';
import { cachedAddresses } from '../registry.ts';
import { type ListeningApp, listen } from '../testing.ts';

/** Number of random sequences for each engine; `SEQUENCES=100` or more for a long run. */
const sequences = Number(process.env.SEQUENCES ?? inMatrix({ usual: 3, whole: 6 }));
const stepsMost = 40;
const msPerSequence = 3_000;
vi.setConfig({ testTimeout: Math.max(15_000, sequences * msPerSequence) });

/** Texts that a page must escape and must not mistake for its own slot markers. */
const words = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
  fc.constantFrom(
    '</script><script>alert(1)</script>',
    `"O'Neil" & <b>Ünal</b>`,
    '\uE0000\uE001',
    '\uE000a1b2c3d4e5f60718293a4b5c:0\uE001',
    '<slot-a1b2c3d4e5f60718293a4b5c data-slot="0">',
    '$& $1 $` $$',
    '\u2028&quot;&#x27;',
  ),
);
const photo = fc.constantFrom(
  null,
  '/images/authors/adaeze-obi.webp',
  'https://pictures.example.org/a%20face.png?a=1&b=2',
);

const step = fc.record({
  act: fc.constantFrom(
    'look',
    'look',
    'look',
    'wish',
    'unwish',
    'follow',
    'unfollow',
    'comment',
    'uncomment',
    'publish',
    'update',
    'remove',
    'profile',
    'sign in again',
  ),
  who: fc.nat(2),
  which: fc.nat(9),
  page: fc.nat(59),
  words,
  photo,
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface World {
  readonly site: ListeningApp;
  readonly storage: Storage;
  readonly members: Member[];
}

async function start(storage: Storage): Promise<World> {
  const site = await listen(storage);
  const members: Member[] = [];
  for (const name of ['Ada Lovelace', 'Ben', 'Cleo']) {
    members.push(await givenMember(storage, site.url, name));
  }
  return { site, storage, members };
}

/** The URL of a cached page, in one of the forms that its address allows. */
function pageOf({ page, which, words }: Step, ids: readonly string[], { members }: World): string {
  const pages = cachedAddresses().filter(({ memberTags }) => memberTags);
  const path = pages[page % pages.length]?.path ?? '/';
  if (path === '/All-blogs' && which % 3 === 0) return '/All-blogs?filter=Travel';
  if (path === '/All-blogs' && which % 3 === 1) {
    return `/All-blogs?${new URLSearchParams({ search: words.toWellFormed() })}`;
  }
  if (path === '/author/:id') {
    return path.replace(':id', members[which % members.length]?.person.id ?? '');
  }
  const [year = '', month = ''] = new Date().toISOString().split('-');
  return path
    .replace(':id', ids[which % ids.length] ?? '01890000-0000-7000-8000-000000000000')
    .replace(':year', year)
    .replace(':month', month)
    .replace(':tag', 'none');
}

const keyOf = createPageKeys(cachedAddresses(), () => undefined);

/**
 * Expects that the page as sent, plain and as gzip, equals the page rendered for this member at its canonical URL: a form
 * on it leads back there.
 */
async function expectTrue({ app, url }: ListeningApp, path: string, cookie: string) {
  const rendered = await app.inject({ url: keyOf(path)?.url ?? path, headers: { cookie } });
  for (const coding of ['identity', 'gzip']) {
    const headers = { cookie, 'accept-encoding': coding };
    const sent = await fetch(`${url}${path}`, { headers });
    expect(sent.headers.get('content-encoding') ?? 'identity').toBe(coding);
    expect(sent.headers.get('cache-control')).toBe('private, no-store');
    expect({ path, status: sent.status, body: await sent.text() }).toEqual({
      path,
      status: rendered.statusCode,
      body: rendered.body,
    });
  }
}

async function change(world: World, member: Member, one: Step, id: string): Promise<unknown> {
  const params = { id };
  const written = { ...text, title: one.words, category: 'Travel' as const };
  switch (one.act) {
    case 'wish':
      return member.call(addWish, { body: { reviewId: id } });
    case 'unwish': {
      const [wish] = (await member.call(myWishes, {})).body;
      return wish && member.call(removeWish, { query: { itemId: wish._id } });
    }
    case 'follow':
    case 'unfollow': {
      const other = world.members[one.which % world.members.length]?.person.id ?? '';
      const change = one.act === 'follow' ? follow : unfollow;
      return member.call(change, { params: { id: other } });
    }
    case 'comment':
      return member.call(addComment, { body: { blogId: id, comment: one.words } });
    case 'uncomment': {
      const { body } = await member.call(commentsOfBlog, { query: { blogId: id } });
      const own = body.find(({ isOwn }) => isOwn);
      return own && member.call(deleteComment, { params: { id: own._id } });
    }
    case 'publish':
      return member.call(addBlog, { body: written });
    case 'update':
      return member.call(updateBlog, { params, body: written });
    case 'remove': {
      const { title } = (await member.call(oneBlog, { params })).body;
      return member.call(deleteBlog, { params, query: { title } });
    }
    case 'profile': {
      const body = { displayName: one.words, photoURL: one.photo ?? '' };
      return member.call(updateProfile, { body });
    }
    case 'sign in again': {
      await member.call(endSession, {});
      const next = await givenSession(world.storage, world.site.url, member.person);
      world.members[one.who] = next;
      const over = await fetch(world.site.url, { headers: { cookie: member.cookie } });
      expect(await over.text()).not.toContain(member.person.email);
      return next;
    }
  }
}

async function take(world: World, one: Step): Promise<void> {
  const member = world.members[one.who] as Member;
  const ids = (await member.call(latestBlogs, {})).body.map(({ _id }) => _id);
  if (one.act === 'look') return expectTrue(world.site, pageOf(one, ids, world), member.cookie);
  try {
    await change(world, member, one, ids[one.which % Math.max(1, ids.length)] ?? '');
  } catch (error) {
    // A refusal (not the member's own, missing or forbidden) is fine; a server error is not.
    if (!(error instanceof Problem) || error.status >= 500) throw error;
  }
}

testOnEachEngine(
  'a cached page filled in for a member equals the page rendered for that member',
  async ({ storage }) => {
    const world = await start(storage);
    await givenBlogs(storage, [{}, {}]);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: stepsMost }), async (steps) => {
        for (const one of steps) await take(world, one);
        for (const member of world.members) {
          const [id = ''] = (await member.call(latestBlogs, {})).body.map(({ _id }) => _id);
          for (const path of ['/', '/All-blogs', `/blog/${id}`]) {
            await expectTrue(world.site, path, member.cookie);
          }
        }
      }),
      { numRuns: sequences, endOnFailure: true },
    );
  },
);

testOnEachEngine(
  '1,000 concurrent requests each show their own member',
  { tags: 'slow' },
  async ({ storage }) => {
    const { site, members } = await start(storage);
    await givenBlogs(storage, [{}, {}, {}]);
    const { body } = await (members[0] as Member).call(latestBlogs, {});
    const paths = ['/', '/All-blogs', '/Featured-Blogs', ...body.map(({ _id }) => `/blog/${_id}`)];
    for (const member of members) {
      for (const { _id } of body) {
        await member.call(addComment, { body: { blogId: _id, comment: `of ${member.person.id}` } });
      }
    }
    const askers = [...members, undefined];

    const wrong = await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => {
        const asker = askers[index % askers.length];
        const path = paths[Math.floor(index / askers.length) % paths.length];
        const headers = { ...(asker && { cookie: asker.cookie }) };
        const page = await (await fetch(`${site.url}${path}`, { headers })).text();
        const named = members.filter(({ person }) => page.includes(person.email));
        return named.length === (asker ? 1 : 0) && named[0] === asker ? [] : [path];
      }),
    );

    expect(wrong.flat()).toEqual([]);
  },
);

testOnEachEngine(
  'an entity tag is valid for one page version and one member',
  async ({ storage }) => {
    const { site, members } = await start(storage);
    await givenBlogs(storage, [{}]);
    const [ada, ben] = members as [Member, Member];
    const ask = async (member: Member, etag = '') => {
      const headers = { cookie: member.cookie, 'if-none-match': etag };
      const reply = await fetch(site.url, { headers });
      return { status: reply.status, etag: reply.headers.get('etag') ?? '' };
    };
    const { etag } = await ask(ada);

    expect((await ask(ada, etag)).status).toBe(304);
    expect((await ask(ben, etag)).status).toBe(200);
    const [blog] = (await ada.call(latestBlogs, {})).body;
    await ada.call(addWish, { body: { reviewId: blog?._id ?? '' } });
    expect((await ask(ada, etag)).status).toBe(200);
  },
);

testOnEachEngine(
  'two session cookies, an overlong one and an ended one show the visitors’ page',
  async ({ storage }) => {
    const { site, members } = await start(storage);
    const [ada] = members as [Member];
    const stranger = await (await fetch(site.url)).text();
    await fetch(site.url, { headers: { cookie: ada.cookie } });
    await ada.call(endSession, {});

    for (const cookie of [
      ada.cookie,
      `${ada.cookie}; ${ada.cookie}`,
      `${ada.cookie}; a=${'b'.repeat(8_192)}`,
      `session=${'a'.repeat(8_192)}`,
    ]) {
      expect(await (await fetch(site.url, { headers: { cookie } })).text()).toBe(stranger);
    }
  },
);
