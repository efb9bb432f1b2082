import { expect } from 'vitest';
import { oneBlog } from '../../../../../blog/contract.ts';
import { entityTagOf } from '../../../../../blog/entity-tag.ts';
import {
  findHold,
  holdText,
  releaseText,
} from '../../../../../blog/server/held/moderation-holds.ts';
import type { Review } from '../../../../../blog/server/held/review.ts';
import { findRelated } from '../../../../../blog/server/related-blogs.ts';
import { allTexts } from '../../../../../blog/server/texts.ts';
import { type Member, problemOf } from '../../../../../identity/testing.ts';
import { rowId } from '../../../../../storage/row-id.ts';
import type { Storage } from '../../../../../storage/storage.ts';
import { testOnEachEngine } from '../../../../../storage/testing.ts';
import { allBlogs } from '../../../../search/contract.ts';
import { exportMyBlogs } from '../../../../transfer/contract.ts';
import { unzip } from '../../../../transfer/server/export/testing-unzip.ts';
import { publishImported } from '../../../../transfer/server/import/publish-imported.ts';
import { startBlogSite, text } from '../../../common/server/testing-writing.ts';
import { lastDraft, myDrafts, oneDraft, saveDraft } from '../../../drafts/contract/drafts.ts';
import { deleteBlog, myBlogs, restoreBlog, takeBlogBack } from '../../../own-texts/contract.ts';
import { personalBlogs } from '../../../own-texts/server/personal-blogs.ts';
import { myHeldBlog, myHeldTexts } from '../../contract/held.ts';
import { addBlog, updateBlog } from '../../contract/publishing.ts';

const reason = 'Advertising';

async function hide(storage: Storage, id: string, kind: 'blog' | 'comment' = 'blog') {
  await storage.write((write) =>
    holdText(write, { kind, id, state: 'hidden', reason, now: Date.now() }),
  );
}

async function show(storage: Storage, id: string, kind: 'blog' | 'comment' = 'blog') {
  return storage.write(async (write) => {
    const held = await findHold(write.db, kind, id);
    return held !== undefined && releaseText(write, held);
  });
}

async function start(storage: Storage) {
  const site = await startBlogSite(storage);
  const ada = await site.member();
  const ben = await site.member('Ben');
  const { body } = await ada.call(addBlog, { body: text });
  return { site, ada, ben, id: body._id };
}

async function comment(storage: Storage, blogId: string, who: Member): Promise<string> {
  const id = rowId();
  const row = { id, blog_id: blogId, person_id: who.person.id, text: 'Well said.', created_at: 1 };
  await storage.write(({ db }) => allTexts(db).insertInto('comments').values(row).execute());
  return id;
}

const titlesFor = async (who: Member, search = '') =>
  (await who.call(allBlogs, { query: { search } })).body.map(({ title }) => title);
const commentsOn = (storage: Storage, blogId: string) =>
  storage.reader
    .selectFrom('published_comments')
    .select('id')
    .where('blog_id', '=', blogId)
    .execute();
const tables = ['blogs', 'blog_revisions', 'comments', 'title_words'] as const;
const everyRow = (storage: Storage) =>
  Promise.all(
    tables.map(async (table) =>
      (await allTexts(storage.reader).selectFrom(table).selectAll().execute())
        .map((row) => JSON.stringify(row))
        .sort(),
    ),
  );

testOnEachEngine(
  'a hidden blog is in no list, search or address, and is unchanged when shown again',
  async ({ storage }) => {
    const { site, ada, ben, id } = await start(storage);
    const { body: other } = await ben.call(addBlog, { body: { ...text, title: 'More engines' } });
    const changed = { ...text, longDescription: 'It weaves more.' };
    await ada.call(updateBlog, { params: { id }, body: changed });
    await comment(storage, id, ben);
    const before = await everyRow(storage);
    expect(await findRelated(storage.reader, other._id)).toContain(id);

    await hide(storage, id);
    expect(await titlesFor(ben)).toEqual(['More engines']);
    expect(await titlesFor(ben, 'on engines')).not.toContain('On engines');
    expect(await findRelated(storage.reader, other._id)).toEqual([]);
    expect(await problemOf(site.visitor.call(oneBlog, { params: { id } }))).toMatchObject({
      status: 404,
      code: 'blog-not-found',
    });
    expect(await commentsOn(storage, id)).toEqual([]);

    expect(await show(storage, id)).toBe(true);
    expect(await everyRow(storage)).toEqual(before);
    expect(await findRelated(storage.reader, other._id)).toContain(id);
  },
);

testOnEachEngine(
  'the author of a hidden blog sees the reason and can edit and export it while it stays hidden',
  async ({ storage }) => {
    const { ada, ben, id } = await start(storage);
    await hide(storage, id);
    expect((await ada.call(myBlogs, { query: {} })).body).toEqual([]);
    expect((await ada.call(myHeldTexts, {})).body).toMatchObject([
      { kind: 'blog', _id: id, label: 'On engines', state: 'hidden', reason },
    ]);
    expect((await ben.call(myHeldTexts, {})).body).toEqual([]);
    expect(await problemOf(ben.call(myHeldBlog, { params: { id } }))).toMatchObject({
      status: 404,
    });

    const { body: blog } = await ada.call(myHeldBlog, { params: { id } });
    expect(blog).toMatchObject({ longDescription: text.longDescription, held: { reason } });
    const body = { ...text, title: 'On looms' };
    const ifMatch = { 'if-match': entityTagOf(blog) };
    const saved = await ada.call(updateBlog, { params: { id }, body }, ifMatch);
    expect(saved.body).toMatchObject({ version: 2, held: { state: 'hidden', reason } });
    expect(await titlesFor(ben)).toEqual([]);
    expect(await titlesFor(ben, 'looms')).toEqual([]);
    const archive = await ada.request(exportMyBlogs.path);
    const files = [...unzip(Buffer.from(await archive.arrayBuffer())).values()].map(String);
    expect(files).toEqual([expect.stringContaining('On looms')]);

    expect(await problemOf(ben.call(updateBlog, { params: { id }, body }))).toMatchObject({
      status: 404,
    });
    await show(storage, id);
    expect(await titlesFor(ben, 'looms')).toEqual(['On looms']);
    const revisions = await storage.reader.selectFrom('blog_revisions').select('title').execute();
    expect(revisions).toEqual([{ title: 'On engines' }]);
  },
);

testOnEachEngine(
  "a hidden blog stays hidden when it or its author's account is deleted and restored",
  async ({ storage }) => {
    const { ada, ben, id } = await start(storage);
    const query = { title: text.title };
    // A blog deleted before it was hidden is restored as hidden.
    await ada.call(deleteBlog, { params: { id }, query });
    await hide(storage, id);
    await ada.call(restoreBlog, { params: { id } });
    expect(await titlesFor(ben)).toEqual([]);
    expect((await ada.call(myHeldTexts, {})).body).toMatchObject([{ _id: id, reason }]);
    expect(await problemOf(ada.call(restoreBlog, { params: { id } }))).toMatchObject({
      status: 404,
    });

    const own = personalBlogs(storage);
    const leave = () =>
      storage.write(async (write) => {
        await own.release(write, ada.person.id, 'keep');
        await write.db
          .updateTable('people')
          .set({ ends_at: 1 })
          .where('id', '=', ada.person.id)
          .execute();
      });
    const comeBack = () =>
      storage.write(async (write) => {
        await write.db.updateTable('people').set({ ends_at: null }).execute();
        await own.restore(write, ada.person.id);
      });
    await leave();
    await comeBack();
    expect(await titlesFor(ben)).toEqual([]);
    // Shown while its author's account is deleted, it appears when the account is restored.
    await leave();
    expect(await show(storage, id)).toBe(true);
    expect(await titlesFor(ben)).toEqual([]);
    await comeBack();
    expect(await titlesFor(ben)).toEqual(['On engines']);
  },
);

testOnEachEngine('importing a hidden blog again keeps it hidden', async ({ storage }) => {
  const { ben } = await start(storage);
  const imported = {
    ...text,
    imageUrl: '/images/categories/technology.webp',
    title: 'From elsewhere',
    category: 'Technology' as const,
    layout: { html: '<p>x</p>', wordCount: 1, undescribed: 0 },
    sourceKey: 'elsewhere/1',
    author: { name: 'Cy', photo: null, bio: null },
    createdAt: 1,
  };
  await storage.write((write) => publishImported(write, imported));
  const { id } = await allTexts(storage.reader)
    .selectFrom('blogs')
    .select('id')
    .where('source_key', '=', 'elsewhere/1')
    .executeTakeFirstOrThrow();
  await hide(storage, id);
  expect(await storage.write((write) => publishImported(write, imported))).toBe('kept');
  expect(await titlesFor(ben)).toEqual(['On engines']);
});

testOnEachEngine(
  'a hidden comment stays hidden when its blog is hidden and shown, and a blog without an author can be hidden',
  async ({ storage }) => {
    const { ada, ben, id } = await start(storage);
    const one = await comment(storage, id, ben);
    const two = await comment(storage, id, ben);
    await hide(storage, one, 'comment');
    await hide(storage, id);
    await show(storage, id);
    expect(await commentsOn(storage, id)).toEqual([{ id: two }]);
    // Shown while its blog is hidden, the comment appears with the blog.
    await hide(storage, id);
    expect(await show(storage, one, 'comment')).toBe(true);
    expect(await commentsOn(storage, id)).toEqual([]);
    await show(storage, id);
    expect((await commentsOn(storage, id)).map((row) => row.id).sort()).toEqual([one, two].sort());

    await storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ author_id: null }).where('id', '=', id).execute(),
    );
    await hide(storage, id);
    expect(await titlesFor(ada)).toEqual([]);
    await show(storage, id);
    expect(await titlesFor(ada)).toEqual(['On engines']);
    expect(await commentsOn(storage, id)).toHaveLength(2);
  },
);

testOnEachEngine('the draft of a hidden blog stays a draft of that blog', async ({ storage }) => {
  const { ada, id } = await start(storage);
  const draft = { ...text, title: 'On engines, again' };
  const save = { text: draft, baseTag: '"1"', revision: null, device: 'laptop', sequence: 1 };
  await ada.call(saveDraft, { params: { key: id }, body: save });
  await hide(storage, id);
  expect((await ada.call(myDrafts, { query: { list: 'drafts' } })).body).toMatchObject([
    { key: id, isOfBlog: true },
  ]);
  expect((await ada.call(lastDraft, {})).body).toEqual({ draft: null });
});

testOnEachEngine(
  'a blog that was hidden as a draft keeps the reason of staff, whatever review finds in its new text',
  async ({ storage }) => {
    const review: Review = ({ texts }) =>
      texts.includes('Buy engines') ? async () => 'It has listed words.' : undefined;
    const site = await startBlogSite(storage, { review });
    const ada = await site.member();
    const { _id: id } = (await ada.call(addBlog, { body: text })).body;
    await ada.call(takeBlogBack, { params: { id } });
    await hide(storage, id);
    const { revision } = (await ada.call(oneDraft, { params: { key: id } })).body;
    const body = { ...text, title: 'Buy engines', draft: { key: id, revision } };
    const held = { state: 'hidden', reason };
    expect((await ada.call(addBlog, { body })).body).toMatchObject({ _id: id, held });
    expect((await ada.call(myHeldTexts, {})).body).toMatchObject([
      { label: 'Buy engines', ...held },
    ]);
  },
);
