import { expect } from 'vitest';
import { listen } from '../../../src/app/testing.ts';
import { text } from '../../../src/blog/server/testing.ts';
import { moveText } from '../../../src/features/moderation/contract/manage.ts';
import { addWish, myWishes } from '../../../src/features/wishlist/contract.ts';
import { discardDraft } from '../../../src/features/writing/drafts/contract/drafts.ts';
import {
  deleteBlog,
  restoreBlog,
  takeBlogBack,
} from '../../../src/features/writing/own-texts/contract.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { givenMember } from '../../../src/identity/testing.ts';
import { testOnEachEngine } from '../../../src/storage/testing.ts';

testOnEachEngine(
  'a wish shows why its blog is absent, and is unchanged when the blog returns',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const ada = await givenMember(storage, url);
    const ben = await givenMember(storage, url, 'Ben');
    const mo = await givenMember(storage, url, 'Mo');
    await storage.write(async ({ db, touch }) => {
      const { id } = mo.person;
      await db.updateTable('people').set({ role: 'moderator' }).where('id', '=', id).execute();
      touch(`person:${id}`);
    });
    const { body: blog } = await ada.call(addBlog, { body: text });
    const id = blog._id;
    const params = { id };
    await ben.call(addWish, { body: { reviewId: id } });
    const wish = async () => (await ben.call(myWishes, { query: {} })).body[0];
    const before = await wish();
    expect(before).toMatchObject({ title: text.title, isRemoved: false, absence: null });
    const isAbsent = async (absence: string, title: string = text.title) =>
      expect(await wish()).toMatchObject({ absence, title, isRemoved: true, imageUrl: null });
    const move = (from: 'shown' | 'hidden', to: 'shown' | 'hidden') =>
      mo.call(moveText, { body: { kind: 'blog', id, from, to } });

    await ada.call(takeBlogBack, { params });
    await isAbsent('draft');
    // Discards the draft, which deletes the blog as well.
    await ada.call(discardDraft, { params: { key: id }, query: {} });
    await isAbsent('removed');
    await ada.call(restoreBlog, { params });
    await isAbsent('draft');
    await ada.call(restoreBlog, { params });
    expect(await wish()).toEqual(before);

    await ada.call(deleteBlog, { params, query: { title: text.title } });
    await isAbsent('removed');
    await ada.call(restoreBlog, { params });
    expect(await wish()).toEqual(before);

    await move('shown', 'hidden');
    // A blog hidden by staff is shown without its title.
    const hidden = 'A blog that is not available';
    await isAbsent('hidden', hidden);
    await ada.call(deleteBlog, { params, query: { title: text.title } });
    await isAbsent('removed', hidden);
    await ada.call(restoreBlog, { params });
    await move('hidden', 'shown');
    expect(await wish()).toEqual(before);
  },
);
