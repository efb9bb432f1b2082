import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { BlogSummary } from '../../../blog/contract.ts';
import { extentOf } from '../../../blog/list-extent.ts';
import { holdText, releaseText } from '../../../blog/server/held/moderation-holds.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { cursorsOf, type PageCursors } from '../../../blog/web/page-cursors.ts';
import { type Caller, type Member, problemOf, startMemberSite } from '../../../identity/testing.ts';
import type { ApiReply } from '../../../platform/contract/call-api.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import {
  follow,
  followedAuthors,
  followedBlogs,
  followedIds,
  followsMax,
  pageSize,
  unfollow,
} from '../contract.ts';
import { personalFollows } from './follow-store.ts';
import { followingAnswers } from './following-answers.ts';
import { findNewOfFollowed, noteNewBlog } from './new-blogs.ts';

async function start(storage: Storage) {
  const site = await startMemberSite(storage, followingAnswers);
  const { clock } = site;
  const [ada, ben, cleo] = [
    await site.member('Ada'),
    await site.member('Ben'),
    await site.member('Cleo'),
  ];

  /** Publishes blogs of an author, each newer than the previous one; returns their ids. */
  async function write(
    author: Member,
    titles: readonly string[],
    createdAt = clock.now,
    apartMs = 1,
  ) {
    await givenBlogs(
      storage,
      titles.map((title, index) => ({ title, createdAt: createdAt + index * apartMs })),
    );
    await storage.write(({ db }) =>
      allTexts(db)
        .updateTable('blogs')
        .set({ author_id: author.person.id })
        .where('title', 'in', titles)
        .execute(),
    );
    const rows = await allTexts(storage.reader)
      .selectFrom('blogs')
      .select(['id', 'title'])
      .where('title', 'in', titles)
      .execute();
    return titles.map((title) => rows.find((row) => row.title === title)?.id ?? '');
  }

  const idOf = ({ person }: Member) => ({ params: { id: person.id } });
  return {
    ...site,
    ada,
    ben,
    cleo,
    write,
    follow: (who: Caller, author: Member) => who.call(follow, idOf(author)),
    unfollow: (who: Caller, author: Member) => who.call(unfollow, idOf(author)),
    idsOf: async (who: Caller) => (await who.call(followedIds, {})).body.ids,
    namesOf: async (who: Caller) =>
      (await who.call(followedAuthors, {})).body.map(({ name }) => name),
    titlesOf: async (who: Caller, cursor = '') =>
      (await who.call(followedBlogs, { query: { cursor } })).body.map(({ title }) => title),
    hold: (id: string) =>
      storage.write((one) =>
        holdText(one, { kind: 'blog', id, state: 'waiting', reason: 'Why', now: clock.now }),
      ),
    show: (id: string) =>
      storage.write(async (one) => {
        await releaseText(one, { kind: 'blog', id } as Parameters<typeof releaseText>[1]);
        await noteNewBlog(one, { blogId: id, now: clock.now });
      }),
    note: (blogId: string) => storage.write((one) => noteNewBlog(one, { blogId, now: clock.now })),
    newOf: async ({ person }: Member, after = 0) => {
      const span = { personId: person.id, after, upTo: Number.MAX_SAFE_INTEGER, limit: 10 };
      return (await findNewOfFollowed(storage.reader, span)).map(({ title }) => title);
    },
  };
}

testOnEachEngine('following or unfollowing an author twice counts once', async ({ storage }) => {
  const { ada, ben, cleo, write, follow, unfollow, idsOf, namesOf, clock } = await start(storage);
  await write(ben, ['By Ben']);
  await write(cleo, ['By Cleo']);
  for (const author of [ben, ben, cleo]) {
    clock.now += 1;
    await follow(ada, author);
  }
  expect(await namesOf(ada)).toEqual(['Cleo', 'Ben']);
  expect((await idsOf(ada)).toSorted()).toEqual([ben.person.id, cleo.person.id].toSorted());
  for (let times = 0; times < 2; times += 1) await unfollow(ada, ben);
  expect(await namesOf(ada)).toEqual(['Cleo']);
});

testOnEachEngine('a member can follow neither themselves nor a non-author', async ({ storage }) => {
  const { ada, ben, write, follow, idsOf, visitor } = await start(storage);
  await write(ada, ['By Ada']);
  expect(await problemOf(follow(ada, ada))).toMatchObject({ status: 409, code: 'own-author' });
  for (const id of [ben.person.id, rowId(), 'x', '\0']) {
    const one = { person: { id } } as Member;
    const refusal = await problemOf(follow(ada, one));
    expect(refusal, id).toMatchObject({ status: 404, code: 'author-not-found' });
  }
  expect(await problemOf(follow(visitor, ada))).toMatchObject({ status: 401 });
  expect(await idsOf(ada)).toEqual([]);
});

testOnEachEngine("a member's follows are visible only to that member", async ({ storage }) => {
  const { ada, ben, cleo, write, follow, unfollow, idsOf, titlesOf, url } = await start(storage);
  await write(ben, ['By Ben']);
  await follow(ada, ben);
  for (const other of [ben, cleo]) {
    expect(await idsOf(other)).toEqual([]);
    expect(await titlesOf(other)).toEqual([]);
    await unfollow(other, ben);
    for (const path of ['/api/followed', '/api/followed/authors', '/api/followed/blogs']) {
      const query = `personId=${ada.person.id}&email=${ada.person.email}`;
      const reply = await (await other.request(`${path}?${query}`)).text();
      expect(reply).not.toContain('By Ben');
      expect(reply).not.toContain(ada.person.id);
    }
  }
  expect(await idsOf(ada)).toEqual([ben.person.id]);
  const path = `${url}/api/followed/authors`;
  expect((await fetch(path)).status).toBe(401);
  expect((await ada.request('/api/followed')).headers.get('cache-control')).toBe(
    'private, no-store',
  );
  const kept = await Readable.from(personalFollows(storage).rowsOf(ada.person.id)).toArray();
  expect(kept).toEqual([{ author_id: ben.person.id, created_at: expect.any(Number) }]);
  // An author's data doesn't include their followers.
  const ofBen = await Readable.from(personalFollows(storage).rowsOf(ben.person.id)).toArray();
  expect(ofBen).toEqual([]);
});

testOnBothEngines('blogs of followed authors are paged, newest first', async (given) => {
  const { ada, ben, cleo, write, follow } = await start(given.storage);
  const dan = { person: ada.person } as Member;
  const count = 40;
  const day = 24 * 60 * 60_000;
  const first = Date.UTC(2026, 0, 1);
  // One blog of each author a day.
  const bens = Array.from({ length: count }, (_, index) => `Ben ${index}`);
  const cleos = Array.from({ length: count }, (_, index) => `Cleo ${index}`);
  await write(ben, bens, first, day);
  await write(cleo, cleos, first + 1_000, day);
  await write(dan, ['Not followed'], first + 10 * day + 5);
  await follow(ada, ben);
  await follow(ada, cleo);
  const all = bens.flatMap((title, index) => [title, cleos[index]]).toReversed();

  const seen: string[] = [];
  const pages: PageCursors[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: ApiReply<readonly BlogSummary[]> = await ada.call(followedBlogs, {
      query: { cursor },
    });
    expect(extentOf(page.headers)).toEqual({ offset: seen.length, total: all.length });
    seen.push(...page.body.map(({ title }) => title));
    const beside = cursorsOf(page.headers.get('link'));
    pages.push(beside);
    cursor = beside.nextCursor;
  }
  expect(seen).toEqual(all);
  const back = pages[2]?.previousCursor ?? '';
  const second = await ada.call(followedBlogs, { query: { cursor: back } });
  expect(second.body.map(({ title }) => title)).toEqual(all.slice(pageSize, 2 * pageSize));
  expect(extentOf(second.headers)).toEqual({ offset: pageSize, total: all.length });
  const bad = await ada.request('/api/followed/blogs?cursor=x');
  expect(bad.status).toBe(400);
});

testOnEachEngine(
  'hidden blogs, their authors and deleted accounts are left out of the lists of followed authors',
  async ({ storage }) => {
    const { ada, ben, cleo, write, follow, hold, titlesOf, namesOf, idsOf } = await start(storage);
    const [one = ''] = await write(ben, ['One', 'Two']);
    const [only = ''] = await write(cleo, ['Only'], 1);
    await follow(ada, ben);
    await follow(ada, cleo);
    await hold(one);
    await hold(only);
    expect(await titlesOf(ada)).toEqual(['Two']);
    expect(await namesOf(ada)).toEqual(['Ben']);
    await storage.write(({ db }) =>
      db.deleteFrom('people').where('id', '=', ben.person.id).execute(),
    );
    expect(await titlesOf(ada)).toEqual([]);
    expect(await idsOf(ada)).toEqual([cleo.person.id]);
    await storage.write(({ db }) =>
      db.deleteFrom('people').where('id', '=', ada.person.id).execute(),
    );
    expect(await storage.reader.selectFrom('follows').selectAll().execute()).toEqual([]);
  },
);

testOnBothEngines('a member can follow a limited number of authors', async ({ storage }) => {
  const { ada, ben, write, follow, unfollow, clock } = await start(storage);
  await write(ben, ['By Ben']);
  const others = Array.from({ length: followsMax }, (_, index) => ({
    id: rowId(),
    name: `Author ${index}`,
    created_at: 1,
  }));
  await storage.write(async ({ db }) => {
    for (let at = 0; at < others.length; at += 200) {
      const some = others.slice(at, at + 200);
      await db.insertInto('people').values(some).execute();
      const personId = ada.person.id;
      await db
        .insertInto('follows')
        .values(some.map(({ id }) => ({ person_id: personId, author_id: id, created_at: 1 })))
        .execute();
    }
  });
  clock.now += 1;
  expect(await problemOf(follow(ada, ben))).toMatchObject({ status: 409, code: 'follows-full' });
  await unfollow(ada, { person: others[0] } as unknown as Member);
  await follow(ada, ben);
});

testOnEachEngine(
  'a blog is new once to earlier followers of its author, from the moment it is published',
  async ({ storage }) => {
    const { ada, ben, cleo, write, follow, hold, show, note, newOf, clock } = await start(storage);
    const [old = ''] = await write(ben, ['Old']);
    await note(old);
    clock.now += 1_000;
    await follow(ada, ben);
    clock.now += 1_000;
    const [shown = '', held = ''] = await write(ben, ['Shown', 'Held']);
    await hold(held);
    await note(shown);
    await note(held);
    expect(await newOf(ada)).toEqual(['Shown']);
    expect(await newOf(cleo)).toEqual([]);
    clock.now += 1_000;
    const seenAt = clock.now;
    clock.now += 1_000;
    // Approved after review: new from now on, although its date is older.
    await show(held);
    expect(await newOf(ada)).toEqual(['Held', 'Shown']);
    expect(await newOf(ada, seenAt)).toEqual(['Held']);
    // A hidden blog isn't listed, and showing it again doesn't make it new.
    await hold(shown);
    expect(await newOf(ada)).toEqual(['Held']);
    clock.now += 1_000;
    await show(shown);
    expect(await newOf(ada, seenAt)).toEqual(['Held']);
    // A blog with an old date isn't new when it is published.
    const [ancient = ''] = await write(ben, ['Ancient'], clock.now - 31 * 24 * 60 * 60_000);
    await note(ancient);
    expect(await newOf(ada)).toEqual(['Held', 'Shown']);
  },
);

const pressForm = (caller: Caller, fields: Readonly<Record<string, string>>, headers = {}) =>
  caller.request('/api/followForm?from=/author/x%3Fcursor=1', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });

testOnEachEngine('the form follows and unfollows without scripts', async ({ storage }) => {
  const { ada, ben, write, idsOf, visitor } = await start(storage);
  await write(ben, ['By Ben']);
  const authorId = ben.person.id;
  const ledBy = ({ status, headers }: Response) => [status, headers.get('location')];
  const back = [303, '/author/x?cursor=1'];
  expect(ledBy(await pressForm(ada, { authorId, act: 'follow' }))).toEqual(back);
  expect(await idsOf(ada)).toEqual([authorId]);
  expect(ledBy(await pressForm(ada, { authorId, act: 'unfollow' }))).toEqual(back);
  expect(await idsOf(ada)).toEqual([]);
  expect(ledBy(await pressForm(visitor, { authorId, act: 'follow' }))).toEqual([
    303,
    '/Account/signin?from=%2Fauthor%2Fx%3Fcursor%3D1',
  ]);
  const own = { authorId: ada.person.id, act: 'follow' };
  expect(ledBy(await pressForm(ada, own))).toEqual([303, '/following?refused=own-author']);
  const foreign = { 'sec-fetch-site': 'cross-site' };
  const refused = await pressForm(ada, { authorId, act: 'follow' }, foreign);
  expect(refused.status).toBe(403);
  expect(await idsOf(ada)).toEqual([]);
});
