import { expect } from 'vitest';
import { personalDataOf } from '../../../src/app/features.ts';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { removedTexts } from '../../../src/blog/server/removed-texts.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { deleteMyAccount } from '../../../src/features/account/contract/account-page.ts';
import { createAccountEnd } from '../../../src/features/account/server/account-end.ts';
import { addComment, commentsOfBlog } from '../../../src/features/comments/contract.ts';
import { addWish } from '../../../src/features/wishlist/contract.ts';
import {
  discardDraft,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../../../src/features/writing/drafts/contract/drafts.ts';
import {
  makePreviewLink,
  onePreview,
} from '../../../src/features/writing/drafts/contract/preview-link.ts';
import { blogRevisions } from '../../../src/features/writing/history/contract.ts';
import {
  myBlogs,
  restoreBlog,
  takeBlogBack,
} from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { scheduleDraft } from '../../../src/features/writing/publishing/contract/schedule.ts';
import { givenMember, type Member, problemOf } from '../../../src/identity/testing.ts';
import { sweep } from '../../../src/storage/background/sweep.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../src/storage/testing.ts';
import { restoreAccount } from './testing-call-back.ts';

const tables = ['blogs', 'blog_revisions', 'comments', 'wishes', 'title_words', 'account_usage'];

/** All data that belong to a blog, in a fixed order, without daily counts. */
async function everythingIn(storage: Storage) {
  const all: Record<string, readonly string[]> = {};
  for (const table of tables) {
    const rows = await allTexts(storage.writer)
      .selectFrom(table as 'blogs')
      .selectAll()
      .execute();
    all[table] = rows
      .map((row) => ({ ...row, written_bytes: 0, day_began_at: 0 }))
      .map((row) => JSON.stringify(row))
      .sort();
  }
  return all;
}

/** Ada's blog, saved twice, with Ben's comment and wish. */
async function start(storage: Storage) {
  const { url } = await listen(storage);
  const ada = await givenMember(storage, url);
  const ben = await givenMember(storage, url, 'Ben');
  const { body: blog } = await ada.call(addBlog, { body: { ...text, title: 'On gears' } });
  const params = { id: blog._id };
  await ada.call(updateBlog, { params, body: { ...text, title: 'On looms' } });
  await ben.call(addComment, { body: { blogId: blog._id, comment: 'Ben was here' } });
  await ben.call(addWish, { body: { reviewId: blog._id } });
  const before = await everythingIn(storage);
  return { url, ada, ben, params, before, key: { key: blog._id } };
}

/** Pages and calls that list blogs, for members and signed-out visitors. */
const places = [
  '/',
  '/All-blogs',
  '/All-blogs?search=looms',
  '/Featured-Blogs',
  '/feed.xml',
  '/sitemap.xml',
  '/api/latestBlogs',
  '/api/allBlogs?search=looms',
  '/api/featuredBlogs',
];

async function seenBy(member: Member, url: string): Promise<string> {
  const all = [...places, `/author/${member.person.id}`].flatMap((path) => [
    fetch(new URL(path, url)),
    member.request(path),
  ]);
  return (await Promise.all(all.map(async (reply) => (await reply).text()))).join('\n');
}

const statusOf = async (url: string, path: string) => (await fetch(new URL(path, url))).status;

testOnEachEngine(
  'a blog taken back is hidden from everybody, and is a draft with the same id and text',
  async ({ storage }) => {
    const { url, ada, ben, params, key } = await start(storage);
    const path = `/blog/${params.id}`;
    expect(await seenBy(ada, url)).toContain(path);

    await ada.call(takeBlogBack, { params });

    expect(await seenBy(ada, url)).not.toContain(path);
    expect(await seenBy(ada, url)).not.toContain('On looms');
    expect(await statusOf(url, path)).toBe(404);
    expect((await ben.request(path)).status).toBe(404);
    const refused = [
      () => ben.call(oneBlog, { params }),
      () => ben.call(commentsOfBlog, { query: { blogId: params.id } }),
      () => ben.call(addComment, { body: { blogId: params.id, comment: 'Too late' } }),
      () => ben.call(addWish, { body: { reviewId: params.id } }),
      () => ada.call(updateBlog, { params, body: text }),
      () => ben.call(takeBlogBack, { params }),
    ];
    for (const call of refused) expect((await problemOf(call())).code).toBe('blog-not-found');
    expect((await ada.call(myBlogs, { query: {} })).body).toEqual([]);
    expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([
      { ...key, title: 'On looms', isOfBlog: false, wasPublished: true, publishAt: null },
    ]);
    const { body: draft } = await ada.call(oneDraft, { params: key });
    expect(draft.text).toEqual({ ...text, title: 'On looms' });
    const { body: link } = await ada.call(makePreviewLink, { params: key });
    const preview = await ben.call(onePreview, { params: { token: link.token } });
    expect(preview.body.title).toBe('On looms');
  },
);

testOnEachEngine('Undo of taking a blog back restores it exactly', async ({ storage }) => {
  const { url, ada, ben, params, before, key } = await start(storage);
  await ada.call(takeBlogBack, { params });
  const others = ben.call(restoreBlog, { params });
  expect((await problemOf(others)).code).toBe('blog-not-found');
  await ada.call(restoreBlog, { params });
  expect(await everythingIn(storage)).toEqual(before);
  expect(await seenBy(ada, url)).toContain(`/blog/${params.id}`);
  expect((await ada.call(myDrafts, { query: {} })).body).toEqual([]);

  // Changes to the draft remain as an unpublished change of the blog.
  await ada.call(takeBlogBack, { params });
  const { body: draft } = await ada.call(oneDraft, { params: key });
  const more = { ...draft.text, longDescription: 'More of it.' };
  const save = { baseTag: null, revision: draft.revision, device: 'd', sequence: 1, text: more };
  await ada.call(saveDraft, { params: key, body: save });
  await ada.call(restoreBlog, { params });
  expect((await ada.call(oneBlog, { params })).body.longDescription).toBe(text.longDescription);
  expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([{ isOfBlog: true }]);
  expect((await ada.call(oneDraft, { params: key })).body).toMatchObject({
    text: more,
    baseTag: expect.stringContaining('"2-'),
  });
});

testOnEachEngine(
  'a blog that is published again keeps its date, comments, wishes and earlier texts',
  async ({ storage }) => {
    const { ada, ben, params, before, key } = await start(storage);
    const was = (await ada.call(oneBlog, { params })).body;
    await ada.call(takeBlogBack, { params });
    const { revision } = (await ada.call(oneDraft, { params: key })).body;
    const body = { ...text, title: 'On mills', draft: { ...key, revision } };
    const headers = { 'idempotency-key': 'again' };

    const { body: saved } = await ada.call(addBlog, { body }, headers);
    // Sent again, with and without the key, it is published once.
    expect((await ada.call(addBlog, { body }, headers)).body._id).toBe(params.id);
    expect((await ada.call(addBlog, { body })).body._id).toBe(params.id);

    expect(saved).toMatchObject({ _id: params.id, version: 3, createdAt: was.createdAt });
    expect((await ada.call(myDrafts, { query: {} })).body).toEqual([]);
    const { body: revisions } = await ada.call(blogRevisions, { params });
    expect(revisions.map(({ title }) => title)).toEqual(['On looms', 'On gears']);
    const said = (await ben.call(commentsOfBlog, { query: { blogId: params.id } })).body;
    expect(said.map(({ comment }) => comment)).toEqual(['Ben was here']);
    const after = await everythingIn(storage);
    for (const table of ['comments', 'wishes']) expect(after[table]).toEqual(before[table]);
    expect((await ada.call(myBlogs, { query: {} })).body).toMatchObject([
      { _id: params.id, title: 'On mills', wishes: 1, comments: 1 },
    ]);
  },
);

testOnEachEngine(
  'deleting the draft of a blog deletes the blog, and restoring gives the draft',
  async ({ storage }) => {
    const { ada, params, before, key } = await start(storage);
    await ada.call(takeBlogBack, { params });
    const { body: draft } = await ada.call(oneDraft, { params: key });
    const usage = storage.reader.selectFrom('account_usage').select(['person_id', 'text_bytes']);
    const held = await usage.orderBy('person_id').execute();

    await ada.call(discardDraft, { params: key, query: { revision: draft.revision } });
    expect((await ada.call(myDrafts, { query: {} })).body).toEqual([]);
    const weekMs = 7 * 24 * 60 * 60_000;
    await sweep(storage, removedTexts, Date.now() + weekMs - 60_000);
    await ada.call(restoreBlog, { params });
    expect((await ada.call(oneDraft, { params: key })).body).toEqual(draft);
    expect(await usage.orderBy('person_id').execute()).toEqual(held);

    // As by a page that still has the text: it saves the draft again.
    await ada.call(discardDraft, { params: key, query: { revision: draft.revision } });
    const save = { text: draft.text, baseTag: null, revision: null, device: 'd', sequence: 1 };
    await ada.call(saveDraft, { params: key, body: save });
    expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([{ wasPublished: true }]);
    // A draft isn't deleted, however old it is.
    await sweep(storage, removedTexts, Date.now() + 100 * weekMs);
    await ada.call(restoreBlog, { params });
    expect(await everythingIn(storage)).toEqual(before);

    await ada.call(takeBlogBack, { params });
    await ada.call(discardDraft, { params: key, query: {} });
    await sweep(storage, removedTexts, Date.now() + weekMs);
    expect((await problemOf(ada.call(restoreBlog, { params }))).code).toBe('blog-not-found');
    const left = await everythingIn(storage);
    for (const table of ['blogs', 'comments', 'blog_revisions']) expect(left[table]).toEqual([]);
    expect(await storage.reader.selectFrom('saved_drafts').selectAll().execute()).toEqual([]);
  },
);

testOnEachEngine(
  'an unpublished change becomes the draft when its blog is taken back, and can be scheduled',
  async ({ storage }) => {
    const { ada, params, key } = await start(storage);
    const changed = { ...text, title: 'On wheels' };
    const body = { text: changed, baseTag: '"2-x"', revision: null, device: 'd', sequence: 1 };
    const { body: receipt } = await ada.call(saveDraft, { params: key, body });
    await ada.call(takeBlogBack, { params });
    const { body: draft } = await ada.call(oneDraft, { params: key });
    expect(draft).toMatchObject({ revision: receipt.revision, text: changed, baseTag: null });
    const publishAt = new Date(Date.now() + 60 * 60_000).toISOString();
    await ada.call(scheduleDraft, { params: key, body: { publishAt, revision: draft.revision } });
    // Publishing it by hand cancels the schedule.
    await ada.call(restoreBlog, { params });
    expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([{ publishAt: null }]);
  },
);

testOnBothEngines(
  'a blog taken back survives deletion and restoration of accounts in any order, and ends with its author',
  async ({ storage }) => {
    const { url, ada, ben, params, before } = await start(storage);
    const keep = { body: { password: '', blogs: 'keep' } } as const;
    await ada.call(takeBlogBack, { params });
    await ben.call(deleteMyAccount, keep);
    await ada.call(restoreBlog, { params });
    // Ben's comment stays hidden until his account is restored.
    const shown = await ada.call(commentsOfBlog, { query: { blogId: params.id } });
    expect(shown.body).toEqual([]);
    let someone = await restoreAccount(storage, url, ben);
    expect(await everythingIn(storage)).toEqual(before);

    // Ben's account is deleted and restored while it is a draft; then Ada's, with either choice for her blogs.
    await someone.call(deleteMyAccount, keep);
    await ada.call(takeBlogBack, { params });
    await restoreAccount(storage, url, ben);
    someone = ada;
    for (const blogs of ['keep', 'remove'] as const) {
      await someone.call(deleteMyAccount, { body: { password: '', blogs } });
      someone = await restoreAccount(storage, url, ada);
    }
    await someone.call(restoreBlog, { params });
    expect(await everythingIn(storage)).toEqual(before);

    await someone.call(takeBlogBack, { params });
    await someone.call(deleteMyAccount, keep);
    const { id } = ada.person;
    await storage.writer.updateTable('people').set({ ends_at: 1 }).where('id', '=', id).execute();
    const provider = { endTokens: async () => {} };
    const personalData = personalDataOf(storage);
    await createAccountEnd({ storage, provider, personalData, now: Date.now }).sweep();
    const left = await everythingIn(storage);
    for (const table of ['blogs', 'comments', 'blog_revisions']) expect(left[table]).toEqual([]);
  },
);

testOnBothEngines(
  'of concurrent calls to take a blog back one succeeds, and another process drops its pages',
  async ({ storage, open }) => {
    const { ada, params } = await start(storage);
    const other = await listen(await open());
    const path = `${other.url}/blog/${params.id}`;
    expect((await fetch(path)).status).toBe(200);
    const calls = Array.from({ length: 4 }, () => ada.call(takeBlogBack, { params }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    // PostgreSQL notifies the other process a moment later.
    await expect.poll(async () => (await fetch(path)).status).toBe(404);
    expect((await ada.call(myDrafts, { query: {} })).body).toHaveLength(1);
  },
);
