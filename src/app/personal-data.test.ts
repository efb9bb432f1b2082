import { expect } from 'vitest';
import { oneBlog } from '../blog/contract.ts';
import { deleteMyAccount, myData } from '../features/account/account-page-contract.ts';
import { addComment, commentsOfBlog } from '../features/comments/contract.ts';
import { addWish } from '../features/wishlist/contract.ts';
import { addBlog, updateBlog } from '../features/writing/contract.ts';
import { saveDraft } from '../features/writing/draft-contract.ts';
import { givenMember } from '../identity/testing.ts';
import type { Storage } from '../storage/storage.ts';
import { testOnEachEngine } from '../storage/testing.ts';
import { listen } from './testing.ts';

const text = {
  title: 'On engines',
  imageUrl: '/images/categories/technology.webp',
  category: 'Technology',
  shortDescription: 'What they weave.',
  longDescription: 'Patterns.',
} as const;

/** Ada and Ben, who have done everything that leaves something behind. */
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
  const draft = { ...text, title: 'Half a thou' };
  await ada.call(saveDraft, {
    params: { key: 'new' },
    body: { text: draft, baseTag: null, revision: null, device: 'd', sequence: 1 },
  });
  return { ada, ben, own, other };
}

testOnEachEngine('the download holds everything that a person has left', async ({ storage }) => {
  const { ada } = await start(storage);
  const { body } = await ada.call(myData, {});
  expect(body).toMatchObject({
    blogs: [{ title: 'On looms' }],
    blogRevisions: [{ title: 'On engines', version: 1 }],
    drafts: [{ key: 'new', text: { title: 'Half a thou' } }],
    comments: [{ text: 'Ada was here' }],
    wishlist: [{ title: 'On engines' }],
  });
  expect(JSON.stringify(body)).not.toContain('Ben was here');
});

const owned = ['remembered_results', 'saved_drafts', 'comments', 'wishes', 'sessions'] as const;

for (const blogs of ['keep', 'remove'] as const) {
  testOnEachEngine(
    `an account that goes takes everything along; its blogs: ${blogs}`,
    async ({ storage }) => {
      const { ada, ben, own, other } = await start(storage);
      await ada.call(deleteMyAccount, { body: { password: '', blogs } });
      for (const table of owned) {
        const rows = await storage.reader
          .selectFrom(table)
          .select('person_id')
          .where('person_id', '=', ada.person.id)
          .execute();
        expect(rows, table).toEqual([]);
      }
      expect(await storage.reader.selectFrom('blog_revisions').selectAll().execute()).toEqual([]);
      const comments = ben.call(commentsOfBlog, { query: { blogId: other._id } });
      expect((await comments).body).toEqual([]);
      const blog = ben.call(oneBlog, { params: { id: own._id } });
      if (blogs === 'keep') expect((await blog).body).toMatchObject({ author: null });
      else await expect(blog).rejects.toMatchObject({ code: 'blog-not-found' });
    },
  );
}
