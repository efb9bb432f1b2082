import { expect } from 'vitest';
import { listen } from '../../src/app/testing.ts';
import { oneBlog } from '../../src/blog/contract.ts';
import { deleteComment } from '../../src/features/comments/contract.ts';
import { personalComments } from '../../src/features/comments/server/personal-comments.ts';
import {
  handOver,
  handOvers,
  importedAuthors,
  importedDrafts,
  takeBackHandOver,
} from '../../src/features/ownership/contract.ts';
import { emptyText } from '../../src/features/writing/common/web/draft-text.ts';
import {
  draftNotFound,
  myDrafts,
  oneDraft,
  saveDraft,
} from '../../src/features/writing/drafts/contract/drafts.ts';
import { deleteBlog, restoreBlog } from '../../src/features/writing/own-texts/contract.ts';
import { personalBlogs } from '../../src/features/writing/own-texts/server/personal-blogs.ts';
import { givenMember, type Member, problemOf } from '../../src/identity/testing.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../src/storage/testing.ts';
import {
  blogsIn,
  commentsIn,
  exportOf,
  foreignComment,
  foreignText,
  run,
} from './imports/testing-imports.ts';

/** A site with a blog and a comment of an imported author, both handed over to Ben. */
async function start(storage: Storage) {
  const { url } = await listen(storage, { READING: 'public' });
  const owner = await givenMember(storage, url, 'Olga', 'owner');
  const ben = await givenMember(storage, url, 'Ben');
  const mara = { name: 'Mara', email: 'mara@old.example' };
  const comments = [foreignComment('1', { author: mara })];
  await run(storage, exportOf([foreignText('a', { authors: [mara], comments })]));
  const [blog] = await blogsIn(storage);
  const authorId = blog?.author_id ?? '';
  const give = (to: Member) =>
    owner.call(handOver, { body: { authorId, email: to.person.email, blogId: null } });
  async function undo() {
    const [latest] = (await owner.call(handOvers, {})).body;
    await owner.call(takeBackHandOver, { params: { id: latest?.id ?? '' } });
  }
  await give(ben);
  return { url, owner, ben, id: blog?.id ?? '', authorId, give, undo };
}

async function commentsOf(url: string, blogId: string): Promise<readonly unknown[]> {
  return (await fetch(`${url}/api/addcomment?blogId=${blogId}`)).json() as Promise<unknown[]>;
}

testOnBothEngines(
  'what its new author deleted comes back when the hand-over is undone: a blog as a draft',
  async ({ storage }) => {
    const { url, owner, ben, id, authorId, give, undo } = await start(storage);
    const { title } = (await ben.call(oneBlog, { params: { id } })).body;
    await ben.call(deleteBlog, { params: { id }, query: { title } });
    await undo();
    // It isn't published by anybody's undoing: Ben may have written in it before.
    expect((await fetch(`${url}/api/blog/${id}`)).status).not.toBe(200);
    const { drafts } = (await owner.call(importedDrafts, { params: { id: authorId }, query: {} }))
      .body;
    expect(drafts).toEqual([{ id, title }]);
    expect((await owner.call(importedAuthors, { query: {} })).body.authors).toHaveLength(1);

    const eve = await givenMember(storage, url, 'Eve');
    await give(eve);
    expect((await eve.call(myDrafts, { query: {} })).body).toMatchObject([{ key: id }]);
    await eve.call(restoreBlog, { params: { id } });
    expect(await (await fetch(`${url}/api/blog/${id}`)).json()).toMatchObject({
      title,
      author: { name: 'Eve' },
    });
  },
);

testOnEachEngine(
  'a comment that its new author deleted stands where it stood once the hand-over is undone',
  async ({ storage }) => {
    const { url, ben, id, undo } = await start(storage);
    const [comment] = await commentsIn(storage);
    await ben.call(deleteComment, { params: { id: comment?.id ?? '' } });
    expect(await commentsOf(url, id)).toEqual([]);
    await undo();
    expect(await commentsOf(url, id)).toMatchObject([{ userName: 'Mara' }]);
  },
);

testOnBothEngines(
  'changes to a blog that an account had begun stay its own draft when the hand-over is undone',
  async ({ storage }) => {
    const { owner, ben, id, give, undo } = await start(storage);
    const { title } = (await ben.call(oneBlog, { params: { id } })).body;
    const text = { ...emptyText, title, longDescription: 'What Ben thinks.' };
    const body = { text, baseTag: '"1"', revision: null, device: 'laptop', sequence: 1 };
    await ben.call(saveDraft, { params: { key: id }, body });
    await undo();
    const [draft, ...others] = (await ben.call(myDrafts, { query: {} })).body;
    expect(others).toEqual([]);
    expect(draft).toMatchObject({ title, isOfBlog: false });
    const { key = '' } = draft ?? {};
    expect(key).not.toBe(id);
    const kept = (await ben.call(oneDraft, { params: { key } })).body;
    expect(kept).toMatchObject({ baseTag: null, text: { longDescription: 'What Ben thinks.' } });
    // Nobody else gets it with the blog.
    await give(owner);
    expect(draftNotFound.is(await problemOf(owner.call(oneDraft, { params: { key: id } })))).toBe(
      true,
    );
  },
);

testOnBothEngines(
  'texts come back from an account that was deleted since, whether it left its blogs or took them along',
  async ({ storage }) => {
    const { url, ben, id, give, undo } = await start(storage);
    const deleteAccount = (who: Member, blogs: 'keep' | 'remove') =>
      storage.write(async (write) => {
        const { id: personId } = who.person;
        await personalBlogs(storage).release(write, personId, blogs);
        await personalComments(storage).release(write, personId);
      });
    const seen = async () => {
      const blog = await (await fetch(`${url}/api/blog/${id}`)).json();
      return { blog, comments: await commentsOf(url, id) };
    };
    await deleteAccount(ben, 'remove');
    await undo();
    const ofMara = { blog: { author: { name: 'Mara' } }, comments: [{ userName: 'Mara' }] };
    expect(await seen()).toMatchObject(ofMara);

    const eve = await givenMember(storage, url, 'Eve');
    await give(eve);
    await deleteAccount(eve, 'keep');
    await undo();
    expect(await seen()).toMatchObject(ofMara);
  },
);
