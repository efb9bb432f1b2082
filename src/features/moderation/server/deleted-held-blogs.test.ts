import { afterAll, expect, vi } from 'vitest';
import { oneBlog } from '../../../blog/contract.ts';
import { blogAnswers } from '../../../blog/server/blog-answers.ts';
import { removedTexts } from '../../../blog/server/removed-texts.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Member, problemOf, startMemberSite } from '../../../identity/testing.ts';
import { createTextLayout } from '../../../platform/threads/text-layout.ts';
import { sweep } from '../../../storage/background/sweep.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { addComment } from '../../comments/contract.ts';
import { commentAnswers } from '../../comments/server/comment-answers.ts';
import { text, withoutReview } from '../../writing/common/server/testing-writing.ts';
import { saveDraft } from '../../writing/drafts/contract/drafts.ts';
import { writingAnswers } from '../../writing/feature.ts';
import { deleteBlog, restoreBlog } from '../../writing/own-texts/contract.ts';
import { myHeldBlog, myHeldTexts } from '../../writing/publishing/contract/held.ts';
import { addBlog, updateBlog } from '../../writing/publishing/contract/publishing.ts';
import { hideAllOf, managedBlogs, moveText, showAllAgain } from '../contract/manage.ts';
import { manageAnswers } from './manage-answers.ts';

vi.setConfig({ testTimeout: 120_000 });

const layout = createTextLayout();
afterAll(() => layout.close());
const none = async () => new Map<string, number>();
const reason = 'Advertising';
const query = { title: text.title };

async function start(storage: Storage) {
  const site = await startMemberSite(
    storage,
    (parts) => [
      ...blogAnswers({
        ...parts,
        layout,
        onError: (error) => {
          throw error;
        },
      }),
      ...writingAnswers({
        ...parts,
        ...withoutReview,
        layout,
        countWishes: none,
        countComments: none,
        countReads: async () => new Map(),
      }),
      ...commentAnswers({ ...parts, ...withoutReview }),
      ...manageAnswers({ ...parts, layout }),
    ],
    { limits: 0 },
  );
  const [ada, ben] = [await site.member('Ada'), await site.member('Ben')];
  const mo = await site.member('Mo', 'moderator');
  const id = (await ada.call(addBlog, { body: text })).body._id;
  await ben.call(addComment, { body: { blogId: id, comment: 'Well said.' } });
  return { ada, ben, mo, id, move: { kind: 'blog', id, reason } as const };
}

const isFound = async (who: Member, id: string) =>
  (await problemOf(who.call(oneBlog, { params: { id } })).catch(() => undefined)) === undefined;
const ownHeld = async (who: Member) =>
  (await who.call(myHeldTexts, {})).body.map(({ _id, reason: why }) => [_id, why]);
const listed = async (mo: Member, show: 'hidden' | 'removed' | 'waiting') =>
  (await mo.call(managedBlogs, { query: { show } })).body.map(({ _id }) => _id);

testOnEachEngine(
  'a hidden blog that its author deletes can be restored, still hidden, until it is erased',
  async ({ storage }) => {
    const { ada, ben, mo, id, move } = await start(storage);
    await mo.call(moveText, { body: { ...move, from: 'shown', to: 'hidden' } });
    const draft = { ...text, title: 'Half a thought' };
    const save = { text: draft, baseTag: '"1"', revision: null, device: 'laptop', sequence: 1 };
    await ada.call(saveDraft, { params: { key: id }, body: save });
    const others = { params: { id }, query };
    expect(await problemOf(ben.call(deleteBlog, others))).toMatchObject({ status: 404 });
    const stale = { params: { id }, query: { title: 'Another' } };
    expect(await problemOf(ada.call(deleteBlog, stale))).toMatchObject({
      code: 'title-not-confirmed',
    });

    await ada.call(deleteBlog, { params: { id }, query });
    expect(await ownHeld(ada)).toEqual([]);
    expect(await problemOf(ada.call(myHeldBlog, { params: { id } }))).toMatchObject({
      status: 404,
    });
    const again = { params: { id }, body: text };
    expect(await problemOf(ada.call(updateBlog, again))).toMatchObject({ status: 404 });
    // Until the author restores it, staff can't list or publish it.
    for (const show of ['hidden', 'removed', 'waiting'] as const) {
      expect(await listed(mo, show)).toEqual([]);
    }
    for (const to of ['shown', 'removed'] as const) {
      const body = { ...move, from: 'hidden', to } as const;
      expect(await problemOf(mo.call(moveText, { body }))).toMatchObject({
        code: 'text-not-found',
      });
    }

    expect(await problemOf(ben.call(restoreBlog, { params: { id } }))).toMatchObject({
      status: 404,
    });
    await ada.call(restoreBlog, { params: { id } });
    expect(await ownHeld(ada)).toEqual([[id, reason]]);
    expect(await isFound(ada, id)).toBe(false);
    expect(await listed(mo, 'hidden')).toEqual([id]);
    const drafts = storage.reader.selectFrom('saved_drafts').select('title');
    expect(await drafts.execute()).toEqual([{ title: 'Half a thought' }]);
    await mo.call(moveText, { body: { ...move, from: 'hidden', to: 'shown' } });
    expect(await isFound(ben, id)).toBe(true);
    const comments = await storage.reader.selectFrom('published_comments').select('text').execute();
    expect(comments).toEqual([{ text: 'Well said.' }]);

    await mo.call(moveText, { body: { ...move, from: 'shown', to: 'hidden' } });
    await ada.call(deleteBlog, { params: { id }, query });
    const late = Date.now() + 8 * 24 * 60 * 60_000;
    await sweep(storage, removedTexts, late);
    for (const table of ['moderation_holds', 'blogs', 'comments', 'saved_drafts'] as const) {
      expect(await allTexts(storage.reader).selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(await problemOf(ada.call(restoreBlog, { params: { id } }))).toMatchObject({
      status: 404,
    });
    // The audit log keeps the reason.
    const acts = await storage.reader
      .selectFrom('acts')
      .select(['act', 'subject_label', 'reason', 'by_id'])
      .where('act', 'like', 'held-blog-%')
      .orderBy('id')
      .execute();
    const [by_id, subject_label] = [ada.person.id, text.title];
    expect(acts).toEqual(
      ['held-blog-deleted', 'held-blog-had-back', 'held-blog-deleted'].map((act) => ({
        act,
        subject_label,
        reason,
        by_id,
      })),
    );
  },
);

testOnEachEngine(
  'the audit log names nobody when an author deletes and restores a blog that staff hid',
  async ({ storage }) => {
    const { ada, mo, id, move } = await start(storage);
    const body = { ...move, from: 'shown', to: 'hidden', reason: 'Ada sells watches' } as const;
    await mo.call(moveText, { body });
    await ada.call(deleteBlog, { params: { id }, query });
    await ada.call(restoreBlog, { params: { id } });
    const acts = await storage.reader.selectFrom('acts').select('reason').execute();
    expect(acts.map((act) => act.reason)).toEqual(
      Array.from({ length: 3 }, () => '(this person) sells watches'),
    );
  },
);

testOnEachEngine(
  'showing all texts of a batch again does not restore a blog its author deleted in between',
  async ({ storage }) => {
    const { ada, mo, id } = await start(storage);
    const personId = ada.person.id;
    const other = (await ada.call(addBlog, { body: { ...text, title: 'On looms' } })).body._id;
    const { body } = await mo.call(hideAllOf, { body: { personId, reason } });
    await ada.call(deleteBlog, { params: { id }, query });
    await ada.call(restoreBlog, { params: { id } });
    await ada.call(deleteBlog, { params: { id }, query });
    await mo.call(showAllAgain, { body: { batch: body.batch } });
    expect(await isFound(ada, other)).toBe(true);
    expect(await isFound(ada, id)).toBe(false);
  },
);
