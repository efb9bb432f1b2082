import { expect } from 'vitest';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { addComment, commentsOfBlog } from '../../comments/contract.ts';
import { hideComment, showComment } from '../../comments/contract-on-own-blog.ts';
import { ownBlogAnswers } from '../../comments/server/own-blog-answers.ts';
import { withoutReview } from '../../writing/common/server/testing-writing.ts';
import { managedComments, moveText } from '../contract/manage.ts';
import { startModeratedSite } from './testing-moderation.ts';

testOnEachEngine(
  'staff see comments hidden by the author of the blog, and hiding by either one stays in force',
  async ({ storage }) => {
    const site = await startModeratedSite(storage, (parts) =>
      ownBlogAnswers({ ...parts, ...withoutReview }),
    );
    const ada = await site.member();
    const ben = await site.member('Ben');
    const mo = await site.member('Mo', 'moderator');
    await givenBlogs(storage, [{ title: 'Engines' }]);
    const { id: blogId } = await allTexts(storage.reader)
      .selectFrom('blogs')
      .select('id')
      .executeTakeFirstOrThrow();
    await storage.write(({ db }) =>
      allTexts(db).updateTable('blogs').set({ author_id: ada.person.id }).execute(),
    );
    const say = async (comment: string) =>
      (await ben.call(addComment, { body: { blogId, comment } })).body._id;
    const [id, other] = [await say('Rude words'), await say('Kind words')];
    const listed = async (show: 'hidden-by-author' | '' | 'hidden', search = '') =>
      (await mo.call(managedComments, { query: { show, search } })).body;
    const seen = async () =>
      (await mo.call(commentsOfBlog, { query: { blogId } })).body.map(({ _id }) => _id);
    const move = (from: 'shown' | 'hidden', to: 'shown' | 'hidden') =>
      mo.call(moveText, { body: { kind: 'comment', id, from, to, reason: 'Rude.' } });

    await ada.call(hideComment, { params: { id } });
    expect(await listed('hidden-by-author')).toMatchObject([
      { _id: id, text: 'Rude words', standing: 'hidden-by-author', title: 'Engines' },
    ]);
    expect(await listed('hidden-by-author', 'kind')).toEqual([]);
    expect(await listed('')).toMatchObject([{ _id: other }]);

    await move('shown', 'hidden');
    expect(await listed('hidden-by-author')).toEqual([]);
    expect(await listed('hidden')).toMatchObject([{ _id: id, standing: 'hidden' }]);
    await move('hidden', 'shown');
    expect(await seen()).toEqual([other]);
    expect(await listed('hidden-by-author')).toMatchObject([{ _id: id }]);
    await ada.call(showComment, { params: { id } });
    expect(await seen()).toEqual([id, other]);
  },
);
