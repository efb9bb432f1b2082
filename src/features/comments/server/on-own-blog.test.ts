import { expect } from 'vitest';
import { blogTags } from '../../../blog/contract.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Member, problemOf } from '../../../identity/testing.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { editComment, myHeldComments, oneComment } from '../contract.ts';
import {
  hiddenComments,
  hideComment,
  setCommenting,
  showComment,
} from '../contract-on-own-blog.ts';
import { one, startConversation } from './testing-conversation.ts';

testOnBothEngines(
  'an author can hide a comment on their blog and show it again, and its writer sees the reason',
  async ({ storage }) => {
    const { ada, ben, cleo, blogId, say, texts } = await startConversation(storage);
    const rude = await say(ben, 'Rude');
    await say(cleo, 'Now, now', rude._id);
    for (const [who, status] of [
      [cleo, 403],
      [ben, 403],
    ] as const) {
      expect(await problemOf(who.call(hideComment, one(rude)))).toMatchObject({ status });
    }
    await ada.call(hideComment, one(rude));
    expect(await texts(cleo, 'threads')).toEqual(['Now, now']);
    expect(await problemOf(cleo.call(oneComment, one(rude)))).toMatchObject({ status: 404 });
    expect((await ben.call(myHeldComments, {})).body).toMatchObject([
      {
        comment: 'Rude',
        held: { state: 'hidden', reason: 'The author of the blog has hidden it.' },
      },
    ]);
    const params = { params: { id: blogId } };
    expect((await ada.call(hiddenComments, params)).body).toMatchObject([
      { _id: rude._id, comment: 'Rude', userName: 'Ben' },
    ]);
    expect(await problemOf(cleo.call(hiddenComments, params))).toMatchObject({ status: 403 });
    expect(await problemOf(ada.call(hideComment, one(rude)))).toMatchObject({ status: 404 });

    // The author can't list or show a comment that staff hide as well.
    const hold = (moderation: string) =>
      storage.write(({ db }) =>
        allTexts(db)
          .updateTable('comments')
          .set({ moderation })
          .where('id', '=', rude._id)
          .execute(),
      );
    await hold('hidden');
    expect((await ada.call(hiddenComments, params)).body).toEqual([]);
    expect(await problemOf(ada.call(showComment, one(rude)))).toMatchObject({ status: 404 });
    await hold('none');
    expect(await texts(cleo)).toEqual(['Now, now']);

    expect(await problemOf(ben.call(showComment, one(rude)))).toMatchObject({ status: 404 });
    await ada.call(showComment, one(rude));
    expect(await texts(cleo, 'threads')).toEqual(['Rude', 'Now, now']);
    expect((await ben.call(myHeldComments, {})).body).toEqual([]);
  },
);

testOnEachEngine(
  'an author can close and reopen the comments of their blog, except when staff locked them',
  async ({ storage }) => {
    const { ada, ben, blogId, say } = await startConversation(storage);
    const comment = await say(ben, 'First');
    const set = (who: Member, isOpen: boolean) =>
      who.call(setCommenting, { params: { id: blogId }, body: { isOpen } });
    expect(await problemOf(set(ben, false))).toMatchObject({ status: 403 });
    const touched: string[] = [];
    storage.onChange((tags) => touched.push(...tags));
    await set(ada, false);
    await set(ada, false);
    expect(touched).toContain(blogTags.one(blogId));
    expect(touched).not.toContain(blogTags.lists);
    const refused = { status: 409, code: 'comments-locked' };
    expect(await problemOf(say(ben, 'Second'))).toMatchObject(refused);
    expect(await problemOf(say(ada, 'Answer', comment._id))).toMatchObject(refused);
    const edit = ben.call(editComment, { ...one(comment), body: { comment: 'Changed' } });
    expect(await problemOf(edit)).toMatchObject(refused);
    await set(ada, true);
    await say(ben, 'Second');
    await storage.write(({ db }) =>
      db
        .insertInto('blog_marks')
        .values({ blog_id: blogId, mark: 'locked', reason: '', set_at: 1 })
        .execute(),
    );
    await set(ada, true);
    expect(await problemOf(say(ben, 'Third'))).toMatchObject(refused);
  },
);
