import { expect } from 'vitest';
import { oneBlog } from '../../../../blog/contract.ts';
import { blogFields } from '../../../../blog/fields.ts';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnEachEngine } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { myDrafts, oneDraft } from '../../drafts/contract/drafts.ts';
import { makePreviewLink, onePreview } from '../../drafts/contract/preview-link.ts';
import { blogRevision } from '../../history/contract.ts';
import { deleteBlog, myBlogs, restoreBlog, takeBlogBack } from '../../own-texts/contract.ts';
import { addBlog, updateBlog } from '../contract/publishing.ts';

const photo = { ...text, imageUrl: 'https://example.org/a.png' };
const { imageAlt: _imageAlt, ...asSpecified } = photo;

testOnEachEngine(
  'the alternative text of a cover is saved, kept in revisions, and restored with the blog',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const given = { ...photo, imageAlt: ' Two  looms\nby a window ' };
    const { body: saved } = await ada.call(addBlog, { body: given });
    const params = { id: saved._id };
    const altNow = async () => (await site.visitor.call(oneBlog, { params })).body.imageAlt;
    expect(await altNow()).toBe('Two looms by a window');

    await ada.call(updateBlog, { params, body: { ...photo, imageAlt: 'One loom' } });
    expect(await altNow()).toBe('One loom');
    const earlier = { params: { id: saved._id, version: '1' } };
    const { body: revision } = await ada.call(blogRevision, earlier);
    expect(revision.imageAlt).toBe('Two looms by a window');

    await ada.call(deleteBlog, { params, query: { title: text.title } });
    await ada.call(restoreBlog, { params });
    expect(await altNow()).toBe('One loom');
    expect((await ada.call(blogRevision, earlier)).body.imageAlt).toBe('Two looms by a window');

    await ada.call(updateBlog, { params, body: { ...photo, imageAlt: ' \u200B ' } });
    expect(await altNow()).toBe('');
  },
);

testOnEachEngine(
  'an unpublished blog keeps its number of undescribed pictures',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const longDescription = '![](/images/a.webp)\n\n![A loom](/images/b.webp)';
    const { body: saved } = await ada.call(addBlog, { body: { ...photo, longDescription } });
    await ada.call(takeBlogBack, { params: { id: saved._id } });
    expect((await ada.call(myDrafts, { query: {} })).body).toMatchObject([
      { key: saved._id, undescribed: 2 },
    ]);
  },
);

testOnEachEngine(
  'a save without the field keeps the alternative text, unless the cover changes',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const { body: plain } = await ada.call(addBlog, { body: asSpecified });
    const { body: read } = await ada.call(oneBlog, { params: { id: plain._id } });
    expect(read.imageAlt).toBe('');

    const params = { id: plain._id };
    const altAfter = async (body: typeof asSpecified) => {
      await ada.call(updateBlog, { params, body });
      return (await ada.call(oneBlog, { params })).body.imageAlt;
    };
    await ada.call(updateBlog, { params, body: { ...photo, imageAlt: 'A loom' } });
    expect(await altAfter({ ...asSpecified, title: 'Another' })).toBe('A loom');
    expect(await altAfter({ ...asSpecified, imageUrl: 'https://example.org/b.png' })).toBe('');

    const long = { ...photo, imageAlt: '😀'.repeat(blogFields.imageAlt.max + 1) };
    const refusal = await problemOf(ada.call(updateBlog, { params, body: long }));
    expect(refusal).toMatchObject({ status: 400, issues: [{ path: 'imageAlt' }] });
    await ada.call(updateBlog, {
      params,
      body: { ...photo, imageAlt: '😀'.repeat(blogFields.imageAlt.max) },
    });
  },
);

testOnEachEngine(
  'My writing shows which blogs have pictures without alternative text',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const longDescription = [
      '![](/images/a.webp) and ![told](/images/b.webp)',
      '![ ][ref] `![](/images/code.webp)`',
      '![](/logout)',
      '[ref]: https://example.org/c.png',
    ].join('\n\n');
    const { body: saved } = await ada.call(addBlog, { body: { ...photo, longDescription } });
    const params = { id: saved._id };
    const lacking = async () => {
      const { body } = await ada.call(myBlogs, { query: {} });
      return body.map(({ lacksCoverText, undescribed }) => [lacksCoverText, undescribed]);
    };
    expect(await lacking()).toEqual([[true, 2]]);
    await ada.call(updateBlog, { params, body: { ...photo, imageAlt: 'A loom' } });
    expect(await lacking()).toEqual([[false, 0]]);
    // The artwork of a category needs no alternative text.
    await ada.call(updateBlog, { params, body: text });
    expect(await lacking()).toEqual([[false, 0]]);
    // As an older version stored it, without a count.
    await storage.write(({ db }) =>
      db.updateTable('blog_html').set({ undescribed: null }).execute(),
    );
    expect(await lacking()).toEqual([[false, 0]]);
  },
);

testOnEachEngine(
  'a draft of an older version has an empty alternative text, and a preview shows a given one',
  async ({ storage }) => {
    const site = await startBlogSite(storage);
    const ada = await site.member();
    const { imageAlt: _none, ...old } = text;
    const row = {
      person_id: ada.person.id,
      key: 'new',
      base_tag: null,
      revision: 'r',
      device: 'd',
      sequence: 1,
      saved_at: 1,
    };
    const keep = (draft: object) =>
      storage.write(({ db }) =>
        db
          .insertInto('saved_drafts')
          .values({ ...row, text: JSON.stringify(draft) })
          .onConflict((conflict) =>
            conflict.columns(['person_id', 'key']).doUpdateSet({ text: JSON.stringify(draft) }),
          )
          .execute(),
      );
    await keep(old);
    const params = { key: 'new' };
    expect((await ada.call(oneDraft, { params })).body.text).toEqual({ ...old, imageAlt: '' });
    await keep({ ...photo, imageAlt: 'A loom' });
    const { token } = (await ada.call(makePreviewLink, { params })).body;
    const { body } = await site.visitor.call(onePreview, { params: { token } });
    expect(body.imageAlt).toBe('A loom');
  },
);
