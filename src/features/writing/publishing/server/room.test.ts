import { expect } from 'vitest';
import { problemOf } from '../../../../identity/testing.ts';
import { testOnBothEngines } from '../../../../storage/testing.ts';
import { startBlogSite, text } from '../../common/server/testing-writing.ts';
import { saveDraft } from '../../drafts/contract/drafts.ts';
import { deleteBlog } from '../../own-texts/contract.ts';
import { addBlog, updateBlog } from '../contract/publishing.ts';

const draftOf = (longDescription: string) => ({
  text: { ...text, longDescription },
  baseTag: null,
  revision: null,
  device: 'd',
  sequence: 1,
});

testOnBothEngines(
  'a full account is refused new texts, keeps its texts, and has room after a deletion',
  async ({ storage }) => {
    const ada = await (await startBlogSite(storage, { quotas: { textBytes: 10_000 } })).member();
    const long = { ...text, longDescription: 'x'.repeat(7_000) };
    const { body: blog } = await ada.call(addBlog, { body: long });
    const params = { id: blog._id };
    const full = { code: 'no-room-left', status: 413 };
    expect(await problemOf(ada.call(addBlog, { body: { ...long, title: 'Two' } }))).toMatchObject(
      full,
    );
    // A save also stores the previous text.
    const save = ada.call(updateBlog, { params, body: { ...long, title: 'Two' } });
    expect(await problemOf(save)).toMatchObject(full);
    const draft = { params: { key: 'new' }, body: draftOf('x'.repeat(7_000)) };
    expect(await problemOf(ada.call(saveDraft, draft))).toMatchObject(full);
    await ada.call(saveDraft, { ...draft, body: draftOf('short') });
    await ada.call(deleteBlog, { params, query: { title: text.title } });
    await ada.call(addBlog, { body: { ...long, title: 'Two' } });
  },
);
