import { expect } from 'vitest';
import { oneBlog } from '../../../../blog/contract.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { type Member, problemOf } from '../../../../identity/testing.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { testOnBothEngines } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { myDrafts } from '../../drafts/contract/drafts.ts';
import { blogRevisions } from '../../history/contract.ts';
import { addBlog, blogRights, updateBlog } from '../../publishing/contract/publishing.ts';
import {
  editable,
  othersBlog,
  putOthersBlogBack,
  saveOthersBlog,
  scheduleOthersBlog,
  takeOthersBlogBack,
} from '../contract.ts';

const edited = { ...text, longDescription: 'It weaves algebra.' };

async function start(storage: Storage) {
  const site = await startBlogSite(storage);
  const ada = await site.member('Ada');
  const edda = await site.member('Edda', 'editor');
  const publish = async (who: Member) => (await who.call(addBlog, { body: text })).body._id;
  return { ...site, ada, edda, publish };
}

testOnBothEngines(
  "an editor can edit a member's blog, and its history names the editor",
  async (test) => {
    const { storage } = test;
    const { ada, edda, publish } = await start(storage);
    const id = await publish(ada);
    const params = { id };
    await edda.call(saveOthersBlog, { params, body: edited });
    expect((await ada.call(oneBlog, { params })).body.longDescription).toBe(edited.longDescription);
    expect((await ada.call(blogRights, { params })).body.savedBy).toBe('Edda');
    // The same text again makes no further change.
    await edda.call(saveOthersBlog, { params, body: edited });
    await ada.call(updateBlog, { params, body: text });
    const { body: revisions } = await ada.call(blogRevisions, { params });
    expect(revisions.map(({ version, savedBy }) => [version, savedBy])).toEqual([
      [2, 'Edda'],
      [1, undefined],
    ]);
    expect((await ada.call(blogRights, { params })).body.savedBy).toBeUndefined();
    const acts = await storage.writer.selectFrom('acts').select(['act', 'by_id']).execute();
    expect(acts).toEqual([{ act: 'blog-edited', by_id: edda.person.id }]);
  },
);

testOnBothEngines('an editor can edit a blog whose author has no account', async (test) => {
  const { storage } = test;
  const { edda, publish } = await start(storage);
  const id = await publish(edda);
  const authorId = rowId();
  await storage.write(async ({ db }) => {
    await db
      .insertInto('people')
      .values({ id: authorId, name: 'Old Author', created_at: 1 })
      .execute();
    await allTexts(db).updateTable('blogs').set({ author_id: authorId }).execute();
  });
  const params = { id };
  expect((await edda.call(othersBlog, { params })).body).toMatchObject({
    hasAccount: false,
    author: { name: 'Old Author' },
  });
  expect((await edda.call(saveOthersBlog, { params, body: edited })).body.version).toBe(2);
});

testOnBothEngines(
  'only owners can edit blogs of staff, and moderators and members cannot edit blogs of others',
  async (test) => {
    const { storage } = test;
    const { edda, ada, member, publish } = await start(storage);
    const mo = await member('Mo', 'moderator');
    const olga = await member('Olga', 'owner');
    for (const who of [mo, olga, edda]) {
      const params = { id: await publish(who) };
      const refused = await problemOf(edda.call(saveOthersBlog, { params, body: edited }));
      expect(refused).toMatchObject({ status: 409, code: 'owners-only' });
      await olga.call(saveOthersBlog, { params, body: edited });
    }
    const params = { id: await publish(ada) };
    for (const who of [mo, ada]) {
      const { status } = await problemOf(who.call(saveOthersBlog, { params, body: edited }));
      expect(status).toBe(404);
    }
    const { body } = await edda.call(editable, {});
    const staff = [edda, mo, olga].map(({ person }) => person.id).toSorted();
    expect({ ...body, staff: body.staff.toSorted() }).toEqual({
      me: edda.person.id,
      others: 'members',
      staff,
    });
    expect((await ada.call(editable, {})).body.others).toBe('nobody');
  },
);

testOnBothEngines(
  "a blog unpublished by an editor is its author's draft and can be published again",
  async (test) => {
    const { storage } = test;
    const { ada, edda, publish, clock } = await start(storage);
    const params = { id: await publish(ada) };
    await edda.call(takeOthersBlogBack, { params });
    expect((await problemOf(ada.call(oneBlog, { params }))).status).toBe(404);
    const drafts = (await ada.call(myDrafts, { query: {} })).body;
    expect(drafts.map(({ key }) => key)).toEqual([params.id]);
    expect((await edda.call(othersBlog, { params })).body.isTakenBack).toBe(true);
    const publishAt = new Date(clock.now + 60 * 60_000).toISOString();
    await edda.call(scheduleOthersBlog, { params, body: { publishAt } });
    expect((await edda.call(othersBlog, { params })).body.publishAt).toBe(publishAt);
    await edda.call(putOthersBlogBack, { params });
    expect((await ada.call(oneBlog, { params })).body.title).toBe(text.title);
  },
);
