import { sql } from 'kysely';
import { expect } from 'vitest';
import { personalDataOf } from '../../../src/app/features.ts';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { removedTexts } from '../../../src/blog/server/removed-texts.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { deleteMyAccount, myData } from '../../../src/features/account/contract/account-page.ts';
import { createAccountEnd } from '../../../src/features/account/server/account-end.ts';
import {
  addComment,
  commentsOfBlog,
  deleteComment,
  restoreComment,
} from '../../../src/features/comments/contract.ts';
import { keepPlace } from '../../../src/features/reading/contract/history.ts';
import { liftSuspension, suspend } from '../../../src/features/staff/contract/people.ts';
import { addWish } from '../../../src/features/wishlist/contract.ts';
import { saveDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import { deleteBlog, restoreBlog } from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import {
  givenMember,
  givenSession,
  type Member,
  problemOf,
} from '../../../src/identity/testing.ts';
import { sweep as sweepRows } from '../../../src/storage/background/sweep.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';
import { restoreAccount } from '../writes/testing-call-back.ts';

/** Ada and Ben, with data of every kind. */
async function start(storage: Storage) {
  const { url } = await listen(storage);
  const ada = await givenMember(storage, url);
  const ben = await givenMember(storage, url, 'Ben');
  const { body: own } = await ada.call(addBlog, { body: text }, { 'idempotency-key': 'k' });
  await ada.call(updateBlog, { params: { id: own._id }, body: { ...text, title: 'On looms' } });
  const { body: other } = await ben.call(addBlog, { body: text });
  await ada.call(addComment, { body: { blogId: other._id, comment: 'Ada was here' } });
  await ben.call(addComment, { body: { blogId: own._id, comment: 'Ben was here' } });
  await ada.call(addWish, { body: { reviewId: other._id } });
  const place = { block: 4, hash: 1, share: 62, isFinished: false, known: '' };
  await ada.call(keepPlace, {
    params: { id: other._id },
    body: { ...place, reader: ada.person.id },
  });
  const draft = { ...text, title: 'Half' };
  const save = { text: draft, baseTag: null, revision: null, device: 'd', sequence: 1 };
  const params = { key: 'new' } as const;
  const { revision } = (await ada.call(saveDraft, { params, body: save })).body;
  const elsewhere = { ...save, text: { ...text, title: 'Half a thou' }, device: 'e', revision };
  await ada.call(saveDraft, { params, body: elsewhere });
  return { url, ada, ben, own, other };
}

testOnEachEngine(
  'the download of a person’s data contains everything that they left',
  async ({ storage }) => {
    const { ada } = await start(storage);
    const { body } = await ada.call(myData, {});
    expect(body).toMatchObject({
      blogs: [{ title: 'On looms', comments_closed_at: null }],
      blogRevisions: [{ title: 'On engines', version: 1 }],
      drafts: [{ key: 'new', text: { title: 'Half a thou' } }],
      draftStates: [{ key: 'new', text: { title: 'Half' }, deleted_until: null }],
      comments: [{ text: 'Ada was here', reply_to: null, answered_id: null, edited_at: null }],
      wishlist: [{ title: 'On engines' }],
      notifications: [{ kind: 'comment', read_at: null }],
      notificationChoices: [],
      following: [],
      readingHistory: [{ share: 62, is_finished: 0 }],
      readingHistoryStopped: [],
    });
    expect(JSON.stringify(body)).not.toContain('Ben was here');
  },
);

testOnEachEngine(
  'the download lists acts on and by a person without the actor, and the audit log outlasts the account',
  async ({ storage }) => {
    const { url, ada, ben } = await start(storage);
    const owner = await givenMember(storage, url, 'Olga', 'owner');
    const until = new Date(Date.now() + 60_000).toISOString();
    const params = { id: ada.person.id };
    await owner.call(suspend, { params, body: { until, reason: 'Sold watches.' } });
    await owner.call(liftSuspension, { params });
    const again = await givenSession(storage, url, ada.person);
    const { body } = await again.call(myData, {});
    expect(body.acts).toMatchObject([
      { act: 'person-suspended', reason: 'Sold watches.', is_own: false },
      { act: 'suspension-lifted', is_own: false },
    ]);
    expect(JSON.stringify(body)).not.toContain(owner.person.id);
    expect((await owner.call(myData, {})).body.acts).toMatchObject([
      { act: 'person-suspended', is_own: true },
      { act: 'suspension-lifted', is_own: true },
    ]);
    expect((await ben.call(myData, {})).body.acts).toEqual([]);

    await again.call(deleteMyAccount, { body: { password: '', blogs: 'keep' } });
    await storage.writer
      .updateTable('people')
      .set({ ends_at: 1 })
      .where('id', '=', ada.person.id)
      .execute();
    await sweep(storage);
    const log = JSON.stringify(await storage.writer.selectFrom('acts').selectAll().execute());
    expect(log).toContain('Sold watches.');
    expect(log).not.toContain('Ada');
  },
);

const owned = [
  'remembered_results',
  'saved_drafts',
  'draft_states',
  'comments',
  'wishes',
  'reading_places',
  'sessions',
] as const;
const keptTables = [
  'people',
  'blogs',
  'blog_revisions',
  'comments',
  'wishes',
  'reading_places',
  'saved_drafts',
  'draft_states',
  'title_words',
] as const;

/** All data that a person can lose, in a fixed order. */
async function everythingIn(storage: Storage): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {};
  for (const table of keptTables) {
    const rows = await allTexts(storage.writer).selectFrom(table).selectAll().execute();
    all[table] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** All pages and calls that may show the texts, as a visitor and as this member. */
async function seenBy(member: Member, url: string): Promise<string> {
  const pages = ['/', '/All-blogs', '/Featured-Blogs', '/Wishlist', '/feed.xml', '/sitemap.xml'];
  const calls = ['/api/latestBlogs', '/api/allBlogs?search=looms', '/api/featuredBlogs'];
  const texts = [...pages, ...calls, '/getWishlist?email=&category='].map(async (path) => {
    const visitor = await fetch(new URL(path, url));
    return (await visitor.text()) + (await (await member.request(path)).text());
  });
  return (await Promise.all(texts)).join('\n');
}

/** The hourly cleanup. */
function sweep(storage: Storage, personalData = personalDataOf(storage)): Promise<void> {
  const provider = { endTokens: async () => {} };
  return createAccountEnd({ storage, provider, personalData, now: Date.now }).sweep();
}

for (const blogs of ['keep', 'remove'] as const) {
  testOnEachEngine(
    `a deleted account is hidden at once, and restored completely with blogs: ${blogs}`,
    async ({ storage }) => {
      const { url, ada, ben, own, other } = await start(storage);
      await ben.call(addWish, { body: { reviewId: own._id } });
      const before = await everythingIn(storage);
      const pageOfAda = async () => (await fetch(`${url}/author/${ada.person.id}`)).status;
      expect(await pageOfAda()).toBe(200);

      await ada.call(deleteMyAccount, { body: { password: '', blogs } });

      const seen = await seenBy(ben, url);
      expect(seen.includes('Ada Lovelace')).toBe(false);
      expect(seen.includes('Ada was here')).toBe(false);
      expect(seen.includes(`/blog/${own._id}`)).toBe(blogs === 'keep');
      expect((await ben.call(commentsOfBlog, { query: { blogId: other._id } })).body).toEqual([]);
      const blog = ben.call(oneBlog, { params: { id: own._id } });
      if (blogs === 'keep') expect((await blog).body).toMatchObject({ author: null });
      else await expect(blog).rejects.toMatchObject({ code: 'blog-not-found' });
      await expect(ada.call(myData, {})).rejects.toMatchObject({ status: 401 });
      expect(await pageOfAda()).toBe(404);

      await restoreAccount(storage, url, ada);
      expect(await pageOfAda()).toBe(200);

      expect(await everythingIn(storage)).toEqual(before);
      expect((await seenBy(ben, url)).includes('Ada Lovelace')).toBe(true);
    },
  );

  testOnEachEngine(
    `an account whose retention ended is erased completely with blogs: ${blogs}`,
    async ({ storage }) => {
      const { url, ada, ben, own, other } = await start(storage);
      await ada.call(deleteMyAccount, { body: { password: '', blogs } });
      await storage.writer
        .updateTable('people')
        .set({ ends_at: 1 })
        .where('ends_at', '>', 0)
        .execute();
      await sweep(storage);

      for (const table of owned) {
        const rows = await allTexts(storage.reader)
          .selectFrom(table)
          .select('person_id')
          .where('person_id', '=', ada.person.id)
          .execute();
        expect(rows, table).toEqual([]);
      }
      for (const table of ['blog_revisions', 'security_events'] as const) {
        expect(await storage.reader.selectFrom(table).selectAll().execute(), table).toEqual([]);
      }
      const comments = ben.call(commentsOfBlog, { query: { blogId: other._id } });
      expect((await comments).body).toEqual([]);
      const blog = ben.call(oneBlog, { params: { id: own._id } });
      if (blogs === 'keep') expect((await blog).body).toMatchObject({ author: null });
      else await expect(blog).rejects.toMatchObject({ code: 'blog-not-found' });
      expect((await seenBy(ben, url)).includes('Ada')).toBe(false);
    },
  );
}

testOnBothEngines(
  'two accounts with texts on each other’s blogs are restored in any order, without loss',
  async ({ storage }) => {
    const { url, ...people } = await start(storage);
    const before = await everythingIn(storage);
    const remove = { body: { password: '', blogs: 'remove' } } as const;
    const said = async () =>
      (
        await storage.reader
          .selectFrom('published_comments')
          .select('text')
          .orderBy('text')
          .execute()
      ).map(({ text: words }) => words);

    let members = { ada: people.ada, ben: people.ben };
    for (const isAdaFirst of [true, false]) {
      const { ada, ben } = members;
      await ada.call(deleteMyAccount, remove);
      await ben.call(deleteMyAccount, remove);
      const [first, second] = isAdaFirst ? [ada, ben] : [ben, ada];
      const back = [await restoreAccount(storage, url, first)];
      expect(await said()).toEqual([]);
      back.push(await restoreAccount(storage, url, second));

      expect(await said()).toEqual(['Ada was here', 'Ben was here']);
      expect(await everythingIn(storage)).toEqual(before);
      const [one, other] = back as [Member, Member];
      members = isAdaFirst ? { ada: one, ben: other } : { ada: other, ben: one };
    }
  },
);

testOnEachEngine(
  'an account that can’t be erased does not stop the erasure of others',
  async ({ storage }) => {
    const { ada } = await start(storage);
    await storage.writer.updateTable('people').set({ ends_at: 1 }).execute();
    const parts = personalDataOf(storage);
    const [first] = parts;
    if (!first) throw new Error('Nothing is kept of anybody.');
    const stubborn = {
      ...first,
      async end(_write: unknown, personId: string) {
        if (personId === ada.person.id) throw new Error('She stays.');
      },
    };
    await expect(sweep(storage, [stubborn, ...parts.slice(1)])).rejects.toThrow('She stays.');
    const left = await storage.reader.selectFrom('people').select('id').execute();
    expect(left).toEqual([{ id: ada.person.id }]);
  },
);

/** Ada deletes her blog, which has other people's comments, an earlier text, a wish and a draft. */
async function removed(storage: Storage) {
  const scene = await start(storage);
  const { ada, ben, own } = scene;
  await ben.call(addWish, { body: { reviewId: own._id } });
  const draft = { text: { ...text, title: 'Looms anew' }, baseTag: null, revision: null };
  await ada.call(saveDraft, {
    params: { key: own._id },
    body: { ...draft, device: 'd', sequence: 1 },
  });
  const before = await everythingIn(storage);
  const params = { id: own._id };
  const remove = (who: Member) => who.call(deleteBlog, { params, query: { title: 'On looms' } });
  await remove(ada);
  return { ...scene, before, params, remove };
}

testOnEachEngine(
  'a deleted blog is hidden at once, and Undo restores it completely',
  async ({ storage }) => {
    const { url, ada, ben, own, before, params } = await removed(storage);

    expect(await seenBy(ada, url)).not.toContain(`/blog/${own._id}`);
    const comments = ben.call(commentsOfBlog, { query: { blogId: own._id } });
    expect((await problemOf(comments)).code).toBe('blog-not-found');
    const others = ben.call(restoreBlog, { params });
    expect(await problemOf(others)).toMatchObject({ status: 404, code: 'blog-not-found' });

    await ada.call(restoreBlog, { params });

    expect(await everythingIn(storage)).toEqual(before);
    expect(await seenBy(ada, url)).toContain(`/blog/${own._id}`);
    const again = ada.call(restoreBlog, { params });
    expect((await problemOf(again)).code).toBe('blog-not-found');
  },
);

testOnEachEngine(
  'a deleted comment is restored with its id and date if its blog is there',
  async ({ storage }) => {
    const { ada, ben, own } = await start(storage);
    const before = await everythingIn(storage);
    const [said] = (await ben.call(commentsOfBlog, { query: { blogId: own._id } })).body;
    const params = { id: said?._id ?? '' };
    await ben.call(deleteComment, { params });
    expect((await ada.call(commentsOfBlog, { query: { blogId: own._id } })).body).toEqual([]);
    expect((await ben.call(myData, {})).body).toMatchObject({
      comments: [{ text: 'Ben was here', deleted_until: expect.any(Number) }],
    });
    expect((await problemOf(ada.call(restoreComment, { params }))).status).toBe(404);

    const blog = { params: { id: own._id } };
    await ada.call(deleteBlog, { ...blog, query: { title: 'On looms' } });
    const early = await problemOf(ben.call(restoreComment, { params }));
    expect(early.code).toBe('blog-not-found');
    await ada.call(restoreBlog, blog);
    await ben.call(restoreComment, { params });

    expect(await everythingIn(storage)).toEqual(before);
  },
);

testOnEachEngine(
  'a deleted text is erased after a week, and with its account',
  async ({ storage }) => {
    const { ada, params } = await removed(storage);
    const weekMs = 7 * 24 * 60 * 60_000;
    const hangsOnIt = ['blogs', 'comments', 'blog_revisions', 'saved_drafts'] as const;
    const kept = async () => {
      const counts: number[] = [];
      for (const table of hangsOnIt) {
        const name = { blogs: 'id', saved_drafts: 'key' } as const;
        const column = table in name ? name[table as keyof typeof name] : 'blog_id';
        const { rows } = await sql`select 1 from ${sql.table(table)}
          where ${sql.ref(column)} = ${params.id}`.execute(storage.reader);
        counts.push(rows.length);
      }
      return counts;
    };
    await sweepRows(storage, removedTexts, Date.now() + weekMs - 60_000);
    expect(await kept()).toEqual([1, 1, 1, 1]);
    for (const table of ['blogs', 'saved_drafts'] as const) {
      await allTexts(storage.writer)
        .updateTable(table)
        .set({ removed_until: Date.now() })
        .where('removed_until', 'is not', null)
        .execute();
    }
    // Even before the cleanup has run.
    expect((await problemOf(ada.call(restoreBlog, { params }))).status).toBe(404);
    await sweepRows(storage, removedTexts, Date.now());
    expect(await kept()).toEqual([0, 0, 0, 0]);
  },
);

testOnBothEngines(
  'a deleted blog and deleted accounts are restored completely in any order',
  async ({ storage }) => {
    const { url, ada, ben, before, params } = await removed(storage);
    const keep = { body: { password: '', blogs: 'keep' } } as const;
    await ben.call(deleteMyAccount, keep);
    await ada.call(restoreBlog, { params });
    // Ben's comment stays hidden until his account is restored.
    const shown = await ada.call(commentsOfBlog, { query: { blogId: params.id } });
    expect(shown.body).toEqual([]);
    await restoreAccount(storage, url, ben);
    expect(await everythingIn(storage)).toEqual(before);

    await ada.call(deleteBlog, { params, query: { title: 'On looms' } });
    await ada.call(deleteMyAccount, keep);
    const back = await restoreAccount(storage, url, ada);
    expect((await problemOf(back.call(oneBlog, { params }))).status).toBe(404);
    await back.call(restoreBlog, { params });
    expect(await everythingIn(storage)).toEqual(before);
  },
);
