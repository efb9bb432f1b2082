import { expect } from 'vitest';
import { endpoints } from '../../../src/app/registry.ts';
import { listen } from '../../../src/app/testing.ts';
import { oneBlog } from '../../../src/blog/contract.ts';
import { givenBlogs, text } from '../../../src/blog/server/testing.ts';
import { allTexts } from '../../../src/blog/server/texts.ts';
import { signUp, updateProfile } from '../../../src/features/account/contract/sessions.ts';
import {
  addComment,
  commentsOfBlog,
  deleteComment,
  editComment,
  restoreComment,
} from '../../../src/features/comments/contract.ts';
import {
  hideComment,
  setCommenting,
  showComment,
} from '../../../src/features/comments/contract-on-own-blog.ts';
import { reportText } from '../../../src/features/moderation/contract/reports.ts';
import { addWish, myWishes, removeWish } from '../../../src/features/wishlist/contract.ts';
import {
  deleteBlog,
  restoreBlog,
  takeBlogBack,
} from '../../../src/features/writing/own-texts/contract.ts';
import {
  addBlog,
  updateBlog,
} from '../../../src/features/writing/publishing/contract/publishing.ts';
import { createCaller, givenMember, problemOf } from '../../../src/identity/testing.ts';
import type { CallInput, Endpoint } from '../../../src/platform/contract/define-endpoint.ts';
import { outcomeUnknown } from '../../../src/platform/contract/problems.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { testOnBothEngines } from '../../../src/storage/testing.ts';

const profile = { displayName: 'Ada L.', photoURL: '/images/people/someone.webp' };

/** Name of a call in the registry. */
const nameOf = (endpoint: Endpoint) =>
  [...endpoints].find(
    ([, each]) => each.path === endpoint.path && each.method === endpoint.method,
  )?.[0];

async function givenBlog(storage: Storage): Promise<string> {
  await givenBlogs(storage, [{ title: 'Looms' }]);
  return (await allTexts(storage.writer).selectFrom('blogs').select('id').executeTakeFirstOrThrow())
    .id;
}

/** Commits succeed, but while `isLosing` their outcome is lost, as when PostgreSQL is stopped at that instant. */
function losingAnswers(storage: Storage): { readonly storage: Storage; isLosing: boolean } {
  const state = { isLosing: false };
  const write: Storage['write'] = async (work, options) => {
    const result = await storage.write(work, options);
    if (state.isLosing) throw outcomeUnknown();
    return result;
  };
  return Object.assign(state, { storage: Object.assign(Object.create(storage), { write }) });
}

testOnBothEngines(
  'every write that is sent again with its key succeeds and is stored once',
  async ({ storage }) => {
    const losing = losingAnswers(storage);
    const { url } = await listen(losing.storage);
    const blogId = await givenBlog(storage);
    const ada = await givenMember(storage, url);
    const seen = new Set<string | undefined>();
    let number = 0;

    /** Sends a write until its outcome is known: the first reply is lost, and so is the reply to the first retry. */
    async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, caller = ada) {
      number += 1;
      const headers = { 'idempotency-key': `request-${number}` };
      losing.isLosing = true;
      const problem = await problemOf(caller.call(endpoint, input, headers));
      expect(problem, endpoint.path).toMatchObject({ code: 'outcome-unknown', status: 503 });
      // Some retries find the result by reading only, and then no commit's outcome can be lost.
      await caller.call(endpoint, input, headers).catch((again: unknown) => {
        expect(again, endpoint.path).toMatchObject({ code: 'outcome-unknown', status: 503 });
      });
      losing.isLosing = false;
      seen.add(nameOf(endpoint));
      return (await caller.call(endpoint, input, headers)).body;
    }

    const blog = await send(addBlog, { body: text });
    const params = { id: blog._id };
    const saved = await send(updateBlog, { params, body: { ...text, title: 'On looms' } });
    expect(saved.version).toBe(2);
    await send(deleteBlog, { params, query: { title: 'On looms' } });
    await send(restoreBlog, { params });
    await send(takeBlogBack, { params });
    await send(restoreBlog, { params });
    expect((await ada.call(oneBlog, { params })).body.title).toBe('On looms');

    const cleo = await givenMember(storage, url, 'Cleo');
    const { body: said } = await cleo.call(addComment, {
      body: { blogId: blog._id, comment: 'Hm' },
    });
    const onOwnBlog = async () =>
      (await cleo.call(commentsOfBlog, { query: { blogId: blog._id } })).body.length;
    await send(hideComment, { params: { id: said._id } });
    expect(await onOwnBlog()).toBe(0);
    await send(showComment, { params: { id: said._id } });
    expect(await onOwnBlog()).toBe(1);
    await send(setCommenting, { params, body: { isOpen: false } });
    expect((await ada.call(oneBlog, { params })).body.commentsClosed).toBe(true);

    const comment = await send(addComment, { body: { blogId, comment: 'Hello' } });
    await send(addComment, { body: { blogId, comment: 'Bye' } });
    const changed = await send(editComment, {
      params: { id: comment._id },
      body: { comment: 'Hello again', editedAt: null },
    });
    expect(changed.comment).toBe('Hello again');
    await send(deleteComment, { params: { id: comment._id } });
    await send(restoreComment, { params: { id: comment._id } });
    await send(deleteComment, { params: { id: comment._id } });
    const comments = (await ada.call(commentsOfBlog, { query: { blogId } })).body;
    expect(comments.map((each) => each.comment)).toEqual(['Bye']);

    const report = { kind: 'blog', id: blogId, reason: 'spam', note: '' } as const;
    await send(reportText, { body: report });
    expect(await storage.reader.selectFrom('reports').select('id').execute()).toHaveLength(1);

    const wish = await send(addWish, { body: { reviewId: blogId } });
    expect((await ada.call(myWishes, { query: {} })).body).toHaveLength(1);
    await send(removeWish, { query: { itemId: wish._id } });
    expect((await ada.call(myWishes, { query: {} })).body).toEqual([]);

    expect((await send(updateProfile, { body: profile })).user).toMatchObject(profile);
    const account = { ...profile, email: 'ben@example.org', password: 'Analytical' };
    const visitor = { ...ada, ...createCaller(url) };
    const { user } = await send(signUp, { body: account }, visitor);
    expect(user.email).toBe('ben@example.org');

    const repeatable = [...endpoints].filter(
      ([, each]) => each.method !== 'GET' && each.isRepeatable,
    );
    expect([...seen].sort()).toEqual(repeatable.map(([name]) => name).sort());
  },
);

testOnBothEngines(
  'retrying a comment with an unknown outcome does not count against its rate limit',
  async ({ storage }) => {
    const losing = losingAnswers(storage);
    const { url } = await listen(losing.storage, { LIMITS: '1' });
    const blogId = await givenBlog(storage);
    const ada = await givenMember(storage, url);
    const say = (comment: string, key?: string) =>
      ada.call(
        addComment,
        { body: { blogId, comment } },
        { ...(key && { 'idempotency-key': key }) },
      );
    for (let count = 1; count <= 8; count += 1) await say(`Number ${count}`);

    losing.isLosing = true;
    expect((await problemOf(say('The last', 'last'))).code).toBe('outcome-unknown');
    losing.isLosing = false;
    // The ninth comment was the last that the limit allows, and this is its retry.
    const { body } = await say('The last', 'last');
    expect(await problemOf(say('One more', 'more'))).toMatchObject({ status: 429 });
    const rows = (await ada.call(commentsOfBlog, { query: { blogId } })).body;
    expect(rows).toHaveLength(9);
    expect(rows.at(-1)?._id).toBe(body._id);
  },
);

testOnBothEngines(
  'without a key the same comment is stored once after an unknown outcome',
  async ({ storage }) => {
    const losing = losingAnswers(storage);
    const { url } = await listen(losing.storage);
    const blogId = await givenBlog(storage);
    const ada = await givenMember(storage, url);
    const say = () => ada.call(addComment, { body: { blogId, comment: 'Hello' } });
    losing.isLosing = true;
    expect((await problemOf(say())).code).toBe('outcome-unknown');
    losing.isLosing = false;
    await say();
    expect((await ada.call(commentsOfBlog, { query: { blogId } })).body).toHaveLength(1);
  },
);

testOnBothEngines(
  'a sign-up with a known key but another password is refused only because the address is taken',
  async ({ storage }) => {
    const { url } = await listen(storage);
    const visitor = createCaller(url);
    const body = { ...profile, email: 'ada@example.org', password: 'Analytical' };
    const key = { 'idempotency-key': 'sign-up' };
    await visitor.call(signUp, { body }, key);
    const guess = visitor.call(signUp, { body: { ...body, password: 'Difference' } }, key);
    expect(await problemOf(guess)).toMatchObject({ status: 409, code: 'email-taken' });
    const unnamed = visitor.call(signUp, { body });
    expect(await problemOf(unnamed)).toMatchObject({ status: 409, code: 'email-taken' });
  },
);
