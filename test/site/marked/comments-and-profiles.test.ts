import { expect, vi } from 'vitest';
import { oneBlog } from '../../../src/blog/contract.ts';
import { text } from '../../../src/blog/server/testing.ts';
import {
  deleteMyAccount,
  myAccount,
  myData,
} from '../../../src/features/account/contract/account-page.ts';
import { oneAuthor } from '../../../src/features/authors/contract.ts';
import {
  deleteComment,
  myHeldComments,
  restoreComment,
} from '../../../src/features/comments/contract.ts';
import { moveText } from '../../../src/features/moderation/contract/manage.ts';
import { allBlogs } from '../../../src/features/search/contract.ts';
import {
  deleteBlog,
  restoreBlog,
  takeBlogBack,
} from '../../../src/features/writing/own-texts/contract.ts';
import { addBlog } from '../../../src/features/writing/publishing/contract/publishing.ts';
import { type Caller, createCaller, givenMember } from '../../../src/identity/testing.ts';
import { paths } from '../../../src/paths.ts';
import { type EngineTest, testOnEachEngine } from '../../../src/storage/testing.ts';
import { restoreAccount } from '../writes/testing-call-back.ts';
import {
  comment,
  commentFields,
  commentsFor,
  foundIn,
  introduce,
  person,
  personFields,
  say,
} from './marked-people.ts';
import { mainOf, publicSite } from './marked-sites.ts';

// Each test renders many pages.
vi.setConfig({ testTimeout: 60_000 });

async function commented({ storage }: EngineTest, settings?: Readonly<Record<string, string>>) {
  const { url } = await publicSite(storage, settings);
  const ada = await givenMember(storage, url);
  const ben = await givenMember(storage, url, 'Ben');
  const { _id: blogId } = (await ada.call(addBlog, { body: text })).body;
  return { url, ada, ben, blogId };
}

testOnEachEngine(
  'a comment returns with each field after it, or its blog, was deleted or hidden',
  async (database) => {
    const { storage } = database;
    const { url, ada, ben, blogId } = await commented(database);
    const visitor = createCaller(url);
    const olga = await givenMember(storage, url, 'Olga', 'owner');
    const { _id: id } = await say(ben, blogId);
    const params = { id };
    async function expectWhole() {
      expect(await commentsFor(visitor, blogId)).toMatchObject([comment]);
      expect(foundIn(comment, await mainOf(visitor, paths.blog.to(blogId)))).toEqual(commentFields);
    }
    const expectGone = async () => expect(await commentsFor(visitor, blogId)).toEqual([]);
    await expectWhole();
    expect(foundIn(comment, (await ben.call(myData, {})).body.comments)).toEqual(commentFields);

    await ben.call(deleteComment, { params });
    await expectGone();
    await ben.call(restoreComment, { params });
    await expectWhole();

    const blog = { id: blogId };
    await ada.call(deleteBlog, { params: blog, query: { title: text.title } });
    await ada.call(restoreBlog, { params: blog });
    await expectWhole();
    await ada.call(takeBlogBack, { params: blog });
    expect(foundIn(comment, (await ben.call(myData, {})).body.comments)).toEqual(commentFields);
    await ada.call(restoreBlog, { params: blog });
    await expectWhole();

    const move = { kind: 'comment', id, reason: 'To be looked at.' } as const;
    await olga.call(moveText, { body: { ...move, from: 'shown', to: 'hidden' } });
    await expectGone();
    expect((await ben.call(myHeldComments, {})).body).toMatchObject([comment]);
    await olga.call(moveText, { body: { ...move, from: 'hidden', to: 'shown' } });
    await expectWhole();
  },
);

testOnEachEngine('a listed spam word is found in each field of a comment', async (database) => {
  for (const [name, word] of Object.entries(comment)) {
    const { ben, blogId } = await commented(database, { SPAM_WORDS: word });
    expect((await say(ben, blogId)).held, name).toBeDefined();
  }
});

testOnEachEngine('a person’s profile keeps each field, wherever it is shown', async (database) => {
  const { storage } = database;
  const { url } = await publicSite(storage);
  const visitor = createCaller(url);
  const ada = await givenMember(storage, url);
  await introduce(ada);
  const { _id: id } = (await ada.call(addBlog, { body: text })).body;
  const about = { params: { id: ada.person.id } };
  async function expectWhole(caller: Caller) {
    expect(foundIn(person, (await caller.call(oneBlog, { params: { id } })).body)).toEqual(
      personFields,
    );
    expect(foundIn(person, (await caller.call(allBlogs, { query: {} })).body)).toEqual(
      personFields,
    );
    expect(foundIn(person, (await caller.call(oneAuthor, about)).body)).toEqual(personFields);
    expect(foundIn(person, await mainOf(caller, paths.author.to(ada.person.id)))).toEqual(
      personFields,
    );
  }
  await expectWhole(visitor);
  expect(foundIn(person, (await ada.call(myAccount, {})).body)).toEqual(personFields);
  expect(foundIn(person, (await ada.call(myData, {})).body.account)).toEqual(personFields);

  await ada.call(deleteMyAccount, { body: { password: '', blogs: 'remove' } });
  expect((await visitor.call(allBlogs, { query: {} })).body).toEqual([]);
  await restoreAccount(storage, url, ada);
  await expectWhole(visitor);
});
