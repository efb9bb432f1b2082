import { sql } from 'kysely';
import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { entityTagOf } from '../../../src/blog/entity-tag.ts';
import { givenBlogs, text } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { indexTitle } from '../../../src/blog/server/title-words.ts';
import { deleteMyAccount } from '../../../src/features/account/contract/account-page.ts';
import { addComment, commentsOfBlog } from '../../../src/features/comments/contract.ts';
import { addWish, myWishes, wishesMax } from '../../../src/features/wishlist/contract.ts';
import { draftsMax, saveDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import { blogRevisions } from '../../../src/features/writing/history/contract.ts';
import { deleteBlog } from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import {
  type Caller,
  createCaller,
  givenMember,
  type Member,
} from '../../../src/identity/testing.ts';
import { rowId } from '../../../src/storage/row-id.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { type EngineTest, testOn, testOnBothEngines } from '../../../src/storage/testing.ts';
import { atOnce, races, times } from './testing-races.ts';

/** Ada, Ben and eight others on one site with two processes; their calls alternate between these. */
async function start({ storage, open }: EngineTest) {
  const urls = await Promise.all([storage, await open()].map((one) => listen(one)));
  const ada = await givenMember(storage, '');
  const ben = await givenMember(storage, '', 'Ben');
  const others = ['Cleo', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal', 'Ida', 'Joe'];
  const all = await Promise.all(others.map((name) => givenMember(storage, '', name)));
  const [{ url }] = urls as [(typeof urls)[0]];
  const track = { urls: urls.map((one) => one.url), writer: ada, readers: all };
  return {
    track,
    atOnce: (
      times: number,
      people: Member | readonly Member[],
      act: (caller: Caller, index: number) => Promise<unknown>,
    ) => atOnce(track, times, people, act),
    all,
    ada,
    ben,
    asAda: createCaller(url, ada.cookie),
    asBen: createCaller(url, ben.cookie),
  };
}

const sorted = (...outcomes: readonly string[][]) => outcomes.flat().sort();

testOnBothEngines('fifty concurrent adds of one wish make one wish', async (database) => {
  const { track } = await start(database);
  await races.oneWish(track, 1);
});

testOnBothEngines(
  'a request sent twenty times with one key makes one blog or comment',
  { tags: 'slow' },
  async (database) => {
    const { track } = await start(database);
    await races.oneKey(track, 1);
  },
);

testOnBothEngines(
  'each of ten concurrent editors gets a correct reply on whether their text was saved',
  { tags: 'slow' },
  async (database) => {
    const { track } = await start(database);
    for (const round of [1, 2, 3]) await races.tenEditors(track, round);
  },
);

testOnBothEngines(
  'concurrent identical blogs or comments without a key are stored once',
  async (database) => {
    const { atOnce, ada, ben, asAda } = await start(database);
    const blogs = new Set<string>();
    await atOnce(20, ada, async (caller) => {
      blogs.add((await caller.call(addBlog, { body: text })).body._id);
    });
    expect(blogs.size).toBe(1);
    const [blogId = ''] = blogs;
    const outcomes = await atOnce(20, ben, (caller) =>
      caller.call(addComment, { body: { blogId, comment: 'Nice.' } }),
    );
    expect(outcomes).toEqual(sorted(['done'], times(19, 'said-already')));
    expect((await asAda.call(commentsOfBlog, { query: { blogId } })).body).toHaveLength(1);
  },
);

testOnBothEngines('of ten concurrent saves of one version one succeeds', async (database) => {
  const { atOnce, ada, asAda } = await start(database);
  const { body: blog } = await asAda.call(addBlog, { body: text });
  const params = { id: blog._id };
  const ifMatch = { 'if-match': entityTagOf(blog) };
  const outcomes = await atOnce(10, ada, (caller, index) =>
    caller.call(updateBlog, { params, body: { ...text, title: `Title ${index}` } }, ifMatch),
  );
  expect(outcomes).toEqual(sorted(['done'], times(9, 'someone-saved-first')));
  expect((await asAda.call(oneBlog, { params })).body.version).toBe(2);
  expect((await asAda.call(blogRevisions, { params })).body).toHaveLength(1);
});

async function waitForWaiting(storage: Storage, writes: number): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await waiting.execute(storage.writer)).rows[0]?.count !== writes);
}

testOn(
  'postgres',
  'concurrent saves of titles with the same words cause no deadlock',
  async (test) => {
    const { storage } = test;
    await givenBlogs(storage, [{}, {}]);
    const blogs = await allTexts(storage.reader).selectFrom('blogs').select('id').execute();
    const isHeld = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    // Stops both transactions at the middle word, when each holds locks on the words it has added.
    const holding = storage.write(
      async ({ db }) => {
        const between = { spelling: 'mm', word: 'mm' };
        await db.insertInto('title_word_spellings').values(between).execute();
        isHeld.resolve();
        await mayEnd.promise;
      },
      { lockKeys: [] },
    );
    await isHeld.promise;
    let runs = 0;
    const writing = ['aa mm zz', 'zz mm aa'].map((title, index) =>
      storage.write(
        async ({ db }) => {
          runs += 1;
          await indexTitle(db, blogs[index]?.id ?? '', title);
        },
        { lockKeys: [] },
      ),
    );
    await waitForWaiting(storage, writing.length);
    mayEnd.resolve();
    await Promise.all([holding, ...writing]);
    // PostgreSQL aborted no transaction because of a deadlock, which would have been run again.
    expect(runs).toBe(writing.length);
  },
);

testOnBothEngines(
  'deleting a blog also deletes comments that are posted concurrently',
  { tags: 'slow' },
  async (database) => {
    const { atOnce, ada, all, asAda, asBen } = await start(database);
    const { body: blog } = await asAda.call(addBlog, { body: text });
    const params = { id: blog._id };
    const first = Promise.withResolvers<void>();
    const commenting = atOnce(60, all, (caller, index) =>
      caller
        .call(addComment, { body: { blogId: blog._id, comment: `Number ${index}` } })
        .finally(first.resolve),
    );
    await first.promise;
    const removed = await atOnce(1, ada, (caller) =>
      caller.call(deleteBlog, { params, query: { title: text.title } }),
    );
    expect(removed).toEqual(['done']);
    for (const outcome of await commenting) expect(['done', 'blog-not-found']).toContain(outcome);
    const read = asBen.call(commentsOfBlog, { query: { blogId: blog._id } });
    await expect(read).rejects.toMatchObject({ code: 'blog-not-found' });
    expect(
      await database.storage.reader.selectFrom('published_comments').selectAll().execute(),
    ).toEqual([]);
  },
);

testOnBothEngines(
  'deleting an account also deletes what it does concurrently',
  async (database) => {
    const { atOnce, ada, ben, asAda } = await start(database);
    const { body: blog } = await asAda.call(addBlog, { body: text });
    const body = { text, baseTag: null, revision: null, device: 'd', sequence: 1 };
    const acts: readonly ((caller: Caller, index: number) => Promise<unknown>)[] = [
      (caller, index) =>
        caller.call(addComment, { body: { blogId: blog._id, comment: `Number ${index}` } }),
      (caller, index) => caller.call(addBlog, { body: { ...text, title: `Title ${index}` } }),
      (caller) => caller.call(addWish, { body: { reviewId: blog._id } }),
      (caller) => caller.call(saveDraft, { params: { key: rowId() }, body }),
    ];
    const first = Promise.withResolvers<void>();
    const doing = atOnce(40, ben, (caller, index) => {
      const act = acts[(index >> 1) % acts.length] as (typeof acts)[0];
      return act(caller, index).finally(first.resolve);
    });
    await first.promise;
    const deleted = await atOnce(1, ben, (caller) =>
      caller.call(deleteMyAccount, { body: { password: '', blogs: 'remove' } }),
    );
    expect(deleted).toEqual(['done']);
    for (const outcome of await doing) {
      expect(['done', 'not-signed-in', 'wished-already']).toContain(outcome);
    }
    expect(
      await database.storage.reader.selectFrom('published_comments').selectAll().execute(),
    ).toEqual([]);
    const left = await database.storage.reader
      .selectFrom('published_blogs')
      .select('author_id')
      .execute();
    expect(left).toEqual([{ author_id: ada.person.id }]);
  },
);

testOnBothEngines('concurrent calls never exceed a quota', { tags: 'slow' }, async (database) => {
  const { atOnce, ada, ben, asAda } = await start(database);
  const room = 3;
  const wishes = Array.from({ length: wishesMax - room }, () => ({
    id: rowId(),
    person_id: ada.person.id,
    blog_id: rowId(),
    title: 'Gone',
    created_at: 1,
  }));
  const draft = (key: string) => ({
    person_id: ada.person.id,
    key,
    text: JSON.stringify(text),
    base_tag: null,
    revision: 'r',
    device: 'd',
    sequence: 1,
    saved_at: 1,
  });
  await database.storage.write(async ({ db }) => {
    await db.insertInto('wishes').values(wishes).execute();
    const drafts = Array.from({ length: draftsMax - room }, () => draft(rowId()));
    for (let start = 0; start < drafts.length; start += 100) {
      await db
        .insertInto('saved_drafts')
        .values(drafts.slice(start, start + 100))
        .execute();
    }
  });
  const blogs = new Set<string>();
  await atOnce(12, ben, async (caller, index) => {
    const body = { ...text, title: `Title ${index}` };
    blogs.add((await caller.call(addBlog, { body })).body._id);
  });
  const ids = [...blogs];

  const wished = await atOnce(ids.length, ada, (caller, index) =>
    caller.call(addWish, { body: { reviewId: ids[index] ?? '' } }),
  );
  expect(wished).toEqual(sorted(times(room, 'done'), times(12 - room, 'wishlist-full')));
  const body = { text, baseTag: null, revision: null, device: 'd', sequence: 1 };
  const saved = await atOnce(ids.length, ada, (caller, index) =>
    caller.call(saveDraft, { params: { key: ids[index] ?? '' }, body }),
  );
  expect(saved).toEqual(sorted(times(room, 'done'), times(12 - room, 'too-many-drafts')));
  expect((await asAda.call(myWishes, { query: {} })).body).toHaveLength(wishesMax);
  const drafts = await database.storage.reader.selectFrom('saved_drafts').select('key').execute();
  expect(drafts).toHaveLength(draftsMax);
});
