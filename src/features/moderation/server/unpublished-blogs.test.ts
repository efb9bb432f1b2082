import { afterAll, expect, vi } from 'vitest';
import { oneBlog } from '../../../blog/contract.ts';
import { blogAnswers } from '../../../blog/server/blog-answers.ts';
import { removedTexts } from '../../../blog/server/removed-texts.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Member, problemOf } from '../../../identity/testing.ts';
import { createTextLayout } from '../../../platform/threads/text-layout.ts';
import { sweep } from '../../../storage/background/sweep.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { noteImported } from '../../transfer/server/import/items/imported-store.ts';
import { storeImported } from '../../transfer/server/import/publish-imported.ts';
import { text } from '../../writing/common/server/testing-writing.ts';
import {
  discardDraft,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../../writing/drafts/contract/drafts.ts';
import { restoreBlog, takeBlogBack } from '../../writing/own-texts/contract.ts';
import { personalBlogs } from '../../writing/own-texts/server/personal-blogs.ts';
import { myHeldBlog, myHeldTexts } from '../../writing/publishing/contract/held.ts';
import { addBlog, updateBlog } from '../../writing/publishing/contract/publishing.ts';
import {
  hideAllOf,
  managedBlogs,
  managedBlogText,
  moveText,
  reportedTexts,
  showAllAgain,
} from '../contract/manage.ts';
import { reportText } from '../contract/reports.ts';
import { startModeratedSite } from './testing-moderation.ts';

vi.setConfig({ testTimeout: 120_000 });

const layout = createTextLayout();
afterAll(() => layout.close());
const reason = 'Advertising';

async function start(storage: Storage) {
  const onError = (error: unknown) => {
    throw error;
  };
  const site = await startModeratedSite(storage, (parts) =>
    blogAnswers({ ...parts, layout, onError }),
  );
  const [ada, ben] = [await site.member('Ada'), await site.member('Ben')];
  const mo = await site.member('Mo', 'moderator');
  const publish = async (title: string) =>
    (await ada.call(addBlog, { body: { ...text, title } })).body._id;
  const id = await publish(text.title);
  return { ada, ben, mo, id, publish, move: { kind: 'blog', id, reason } as const };
}

const isFound = async (who: Member, id: string) =>
  (await problemOf(who.call(oneBlog, { params: { id } })).catch(() => undefined)) === undefined;
const ownHeld = async (who: Member) =>
  (await who.call(myHeldTexts, {})).body.map(({ _id, reason: why }) => [_id, why]);
const listed = async (mo: Member, show: 'hidden' | 'removed') =>
  (await mo.call(managedBlogs, { query: { show } })).body.map(({ _id }) => _id);

/** Changes the title of the draft of an unpublished blog; resolves to the new revision. */
async function rewrite(who: Member, key: string, title: string): Promise<string> {
  const { body: draft } = await who.call(oneDraft, { params: { key } });
  const changed = { ...draft.text, title };
  const from = { baseTag: null, revision: draft.revision, device: 'laptop', sequence: 1 };
  const saved = await who.call(saveDraft, { params: { key }, body: { text: changed, ...from } });
  return saved.body.revision;
}

testOnBothEngines(
  'a reported blog that its author unpublishes can be hidden, and stays hidden when published again',
  async ({ storage }) => {
    const { ada, ben, mo, id, move } = await start(storage);
    const params = { id };
    await ben.call(reportText, { body: { kind: 'blog', id, reason: 'spam' } });
    await ada.call(takeBlogBack, { params });
    const revision = await rewrite(ada, id, 'On looms');
    // Staff see the text that readers saw.
    expect((await mo.call(reportedTexts, { query: {} })).body).toMatchObject([
      { _id: id, title: text.title, standing: 'away', decider: 'you', reportCount: 1 },
    ]);
    expect((await mo.call(managedBlogText, { params })).body.html).toContain('<em>');
    await mo.call(moveText, { body: { ...move, from: 'shown', to: 'hidden' } });
    expect(await listed(mo, 'hidden')).toEqual([id]);

    // To its author it is a draft as before.
    expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([
      { key: id, title: 'On looms', isOfBlog: false, wasPublished: true },
    ]);
    expect(await ownHeld(ada)).toEqual([]);
    expect(await problemOf(ada.call(myHeldBlog, { params }))).toMatchObject({ status: 404 });
    const update = ada.call(updateBlog, { params, body: text });
    expect(await problemOf(update)).toMatchObject({ status: 404 });

    const again = { ...text, title: 'On looms', draft: { key: id, revision } };
    expect((await ada.call(addBlog, { body: again })).body).toMatchObject({
      _id: id,
      held: { state: 'hidden', reason },
    });
    expect(await isFound(ben, id)).toBe(false);
    expect(await ownHeld(ada)).toEqual([[id, reason]]);
    await mo.call(moveText, { body: { ...move, from: 'hidden', to: 'shown' } });
    expect((await ben.call(oneBlog, { params })).body.title).toBe('On looms');
  },
);

testOnBothEngines(
  'hiding all of a person includes what they unpublished, discarded or took away with the account',
  async ({ storage }) => {
    const { ada, ben, mo, id, publish } = await start(storage);
    const discarded = await publish('Discarded');
    const all = [id, discarded];
    for (const one of all) await ada.call(takeBlogBack, { params: { id: one } });
    await ada.call(discardDraft, { params: { key: discarded }, query: {} });
    const blogs = personalBlogs(storage);
    const { id: personId } = ada.person;
    await storage.write((write) => blogs.release(write, personId, 'keep'));
    const { body } = await mo.call(hideAllOf, { body: { personId, reason } });
    expect(body.count).toBe(2);
    await storage.write((write) => blogs.restore(write, personId));

    // Restores the draft, then publishes both as they were.
    for (const one of [discarded, ...all]) await ada.call(restoreBlog, { params: { id: one } });
    expect(await Promise.all(all.map((one) => isFound(ben, one)))).toEqual([false, false]);
    expect((await ownHeld(ada)).sort()).toEqual(all.map((one) => [one, reason]).sort());
    expect((await listed(mo, 'hidden')).sort()).toEqual([...all].sort());
    expect((await ada.call(myDrafts, { query: {} })).body).toEqual([]);
    await mo.call(showAllAgain, { body: { batch: body.batch } });
    expect(await isFound(ben, id)).toBe(true);
  },
);

testOnEachEngine(
  'a hold ends with an unpublished blog that its author discards, and returns with it',
  async ({ storage }) => {
    const { ada, mo, id, move } = await start(storage);
    const key = { key: id };
    await ada.call(takeBlogBack, { params: { id } });
    await mo.call(moveText, { body: { ...move, from: 'shown', to: 'hidden' } });
    await ada.call(discardDraft, { params: key, query: {} });
    expect(await listed(mo, 'hidden')).toEqual([]);

    // The editor that still shows the draft saves it.
    const body = { text, baseTag: null, revision: null, device: 'laptop', sequence: 1 };
    await ada.call(saveDraft, { params: key, body });
    expect(await listed(mo, 'hidden')).toEqual([id]);

    await ada.call(discardDraft, { params: key, query: {} });
    await sweep(storage, removedTexts, Date.now() + 8 * 24 * 60 * 60_000);
    for (const table of ['moderation_holds', 'blogs', 'saved_drafts'] as const) {
      expect(await allTexts(storage.reader).selectFrom(table).selectAll().execute()).toEqual([]);
    }
    const acts = await storage.reader.selectFrom('acts').select('act').orderBy('id').execute();
    expect(acts.map(({ act }) => act)).toEqual([
      'blog-hidden',
      'held-blog-deleted',
      'held-blog-had-back',
      'held-blog-deleted',
    ]);
  },
);

testOnEachEngine(
  'an unpublished blog that staff removed is not published again, and its draft stays',
  async ({ storage }) => {
    const { ada, mo, id, move } = await start(storage);
    const params = { id };
    await ada.call(takeBlogBack, { params });
    await mo.call(moveText, { body: { ...move, from: 'shown', to: 'removed' } });
    expect(await listed(mo, 'removed')).toEqual([id]);
    const { body: draft } = await ada.call(oneDraft, { params: { key: id } });
    const body = { ...text, draft: { key: id, revision: draft.revision } };
    const refused = { code: 'blog-not-found' };
    expect(await problemOf(ada.call(addBlog, { body }))).toMatchObject(refused);
    expect(await problemOf(ada.call(restoreBlog, { params }))).toMatchObject(refused);
    expect((await ada.call(oneDraft, { params: { key: id } })).body).toEqual(draft);
    await mo.call(moveText, { body: { ...move, from: 'removed', to: 'shown' } });
    expect((await ada.call(addBlog, { body })).body._id).toBe(id);
    expect(await isFound(ada, id)).toBe(true);
  },
);

testOnBothEngines(
  'a draft of an import stays private to its author until it was published once',
  async ({ storage }) => {
    const { ada, mo } = await start(storage);
    const { id: personId } = ada.person;
    const sourceKey = 'old:draft';
    const id = await storage.write(async (write) => {
      const html = { html: '<p>Long.</p>', wordCount: 1, undescribed: 0 } as never;
      const blog = { ...text, layout: html, author: null, createdAt: 1, sourceKey };
      const states = { wanted: 'draft', was: 'published' } as const;
      const { blogId } = await storeImported(write, blog, states);
      await noteImported(write, sourceKey, { blogId, state: 'draft', fingerprint: '' }, 1);
      const own = { author_id: personId };
      await allTexts(write.db).updateTable('blogs').set(own).where('id', '=', blogId).execute();
      return blogId;
    });
    const hide = { body: { kind: 'blog', id, from: 'shown', to: 'hidden', reason } } as const;
    const read = { params: { id } };
    const refused = { code: 'text-not-found' };
    expect(await problemOf(mo.call(moveText, hide))).toMatchObject(refused);
    expect(await problemOf(mo.call(managedBlogText, read))).toMatchObject(refused);
    expect((await mo.call(hideAllOf, { body: { personId, reason } })).body.count).toBe(1);
    // Its text was never published here, so it can't be published again unseen.
    expect(await problemOf(ada.call(restoreBlog, read))).toMatchObject({ code: 'blog-not-found' });
    const draft = { key: id, revision: 'none' };
    await ada.call(addBlog, { body: { ...text, draft } });
    expect(await isFound(mo, id)).toBe(true);
    await ada.call(takeBlogBack, { params: { id } });
    await mo.call(moveText, hide);
    expect(await listed(mo, 'hidden')).toContain(id);
  },
);
