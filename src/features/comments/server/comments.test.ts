import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { noReview } from '../../../blog/server/held/review.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Member, problemOf, startMemberSite } from '../../../identity/testing.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import { addComment, commentMax, commentsOfBlog, deleteComment } from '../contract.ts';
import { commentAnswers } from './comment-answers.ts';
import { personalComments } from './personal-comments.ts';

async function givenBlog(storage: Storage, authorId: string | null): Promise<string> {
  const id = rowId();
  await storage.write(({ db }) =>
    allTexts(db)
      .insertInto('blogs')
      .values({
        id,
        title: 'Engines',
        title_folded: 'engines',
        image_url: '/images/a.webp',
        category: 'Technology',
        short_description: 'Short.',
        long_description: 'Long.',
        word_count: 1,
        author_id: authorId,
        created_at: 1,
        updated_at: 1,
      })
      .execute(),
  );
  return id;
}

type Options = Parameters<typeof startMemberSite>[2];

async function start(storage: Storage, options: Options = {}) {
  const site = await startMemberSite(
    storage,
    (parts) => commentAnswers({ ...parts, review: noReview }),
    options,
  );
  const ada = await site.member();
  const ben = await site.member('Ben');
  const blogId = await givenBlog(storage, ada.person.id);
  const say = (who: Member, comment: string, headers?: Record<string, string>) =>
    who.call(addComment, { body: { blogId, comment } }, headers);
  const read = async (who: Member) => (await who.call(commentsOfBlog, { query: { blogId } })).body;
  return { site, ada, ben, blogId, say, read };
}

testOnEachEngine(
  "a comment shows its writer's current name and photo, and the e-mail address only to its writer",
  async ({ storage }) => {
    const { site, ada, ben, blogId, say, read } = await start(storage);
    const forged = {
      comment: ' Nice\r\nwork! ',
      blogId,
      userName: 'Ada',
      userEmail: ' BEN@example.org',
      userProfilePicture: 'javascript:x',
      createdAt: '2001-01-01T00:00:00Z',
    };
    const { body: comment } = await ben.call(addComment, { body: forged });
    expect(comment).toEqual({
      _id: expect.any(String),
      blogId,
      authorId: ben.person.id,
      comment: 'Nice\nwork!',
      userName: 'Ben',
      userEmail: 'ben@example.org',
      userProfilePicture: ben.person.photoURL,
      createdAt: new Date(site.clock.now).toISOString(),
      replyTo: null,
      editedAt: null,
      isOwn: true,
    });
    expect(await read(ada)).toEqual([{ ...comment, userEmail: null, isOwn: false }]);
    await storage.write(({ db }) =>
      db.updateTable('people').set({ name: 'Benedict' }).where('id', '=', ben.person.id).execute(),
    );
    await say(ben, 'Second');
    expect((await read(ben)).map(({ comment, userName }) => [comment, userName])).toEqual([
      ['Nice\nwork!', 'Benedict'],
      ['Second', 'Benedict'],
    ]);
  },
);

testOnEachEngine('an invalid comment is refused with its reason', async ({ storage }) => {
  const { site, ada, ben, blogId, say, read } = await start(storage);
  const unknown = rowId();
  const refusals: readonly [() => Promise<unknown>, number, string][] = [
    [() => say(ada, 'Praise'), 409, 'own-blog'],
    [() => say(ben, ''), 400, 'invalid-input'],
    [() => say(ben, ' \u200b\n'), 400, 'invalid-input'],
    [() => say(ben, 'x'.repeat(commentMax + 1)), 400, 'invalid-input'],
    [() => say(ben, 'x'.repeat(10_000)), 400, 'invalid-input'],
    [() => say(ben, 'a\ud800'), 400, 'invalid-input'],
    [() => say(ben, 'a\u0000'), 400, 'invalid-input'],
    [
      () => ben.call(addComment, { body: { blogId: unknown, comment: 'a' } }),
      404,
      'blog-not-found',
    ],
    [() => ben.call(addComment, { body: { blogId: '\0', comment: 'a' } }), 404, 'blog-not-found'],
    [() => ben.call(commentsOfBlog, { query: { blogId: unknown } }), 404, 'blog-not-found'],
    [
      () => ben.call(addComment, { body: { blogId, comment: 'a', userEmail: ada.person.email } }),
      403,
      'not-yours',
    ],
    [() => site.visitor.call(addComment, { body: { blogId, comment: 'a' } }), 401, 'not-signed-in'],
    [() => site.visitor.call(commentsOfBlog, { query: { blogId } }), 401, 'not-signed-in'],
  ];
  for (const [attempt, status, code] of refusals) {
    expect(await problemOf(attempt())).toMatchObject({ status, code });
  }
  expect((await problemOf(say(ada, 'Praise'))).message).toBe('Cannot comment on own blog');
  expect(await read(ben)).toEqual([]);
  await say(ben, '😀'.repeat(commentMax));
});

testOnEachEngine(
  'the same comment within five minutes is refused, and a retry with its key gets the same reply',
  async ({ storage }) => {
    const { site, ben, say, read } = await start(storage);
    const key = { 'idempotency-key': 'one' };
    const replies = await Promise.all(Array.from({ length: 3 }, () => say(ben, 'Hello', key)));
    expect(new Set(replies.map(({ body }) => body._id)).size).toBe(1);
    expect(await problemOf(say(ben, 'Hello'))).toMatchObject({ status: 409, code: 'said-already' });
    expect(await problemOf(say(ben, 'Hi', key))).toMatchObject({ code: 'key-used-already' });
    await say(await site.member('Cleo'), 'Hello');
    site.clock.now += 5 * 60_000;
    await say(ben, 'Hello');
    expect(await read(ben)).toHaveLength(3);
  },
);

testOnEachEngine('the tenth comment within 30 seconds gets 429', async ({ storage }) => {
  const { site, ben, say } = await start(storage, { limits: 1 });
  for (let count = 0; count < 9; count += 1) await say(ben, `Comment ${count}`);
  expect(await problemOf(say(ben, 'More'))).toMatchObject({ status: 429 });
  site.clock.now += 60_000;
  await say(ben, 'More');
});

testOnBothEngines('comments are accepted up to the last byte of the quota', async ({ storage }) => {
  const { ben, say, read } = await start(storage, { quotas: { textBytes: 10 } });
  await say(ben, 'äöü');
  expect(await problemOf(say(ben, 'fours'))).toMatchObject({ status: 413, code: 'no-room-left' });
  await say(ben, 'four');
  expect(await problemOf(say(ben, '1'))).toMatchObject({ status: 413, code: 'no-room-left' });
  expect(await read(ben)).toHaveLength(2);
});

testOnEachEngine('only its writer can delete a comment, and only once', async ({ storage }) => {
  const { site, ada, ben, say, read } = await start(storage);
  const { body: comment } = await say(ben, 'Mine');
  const params = { id: comment._id };
  expect(await problemOf(ada.call(deleteComment, { params }))).toMatchObject({
    status: 403,
    code: 'not-yours',
  });
  expect(await problemOf(site.visitor.call(deleteComment, { params }))).toMatchObject({
    status: 401,
  });
  expect(await read(ada)).toHaveLength(1);
  await ben.call(deleteComment, { params });
  for (const id of [comment._id, 'x', '\0', rowId()]) {
    const again = ben.call(deleteComment, { params: { id } });
    expect(await problemOf(again), id).toMatchObject({ status: 404, code: 'comment-not-found' });
  }
});

testOnEachEngine('a thousand comments are paged, each returned once', async ({ storage }) => {
  const { ben, blogId } = await start(storage);
  const texts = Array.from({ length: 1_000 }, (_, index) => `Comment ${index}`);
  const day = Date.UTC(2026, 0, 1);
  const rows = texts.map((text, index) => ({
    id: rowId(),
    blog_id: blogId,
    person_id: ben.person.id,
    text,
    created_at: day + index,
  }));
  const ids = rows.map(({ id }) => id).toSorted();
  await storage.write(async ({ db }) => {
    for (const [index, row] of rows.entries()) row.id = ids[index] ?? row.id;
    for (let at = 0; at < rows.length; at += 250) {
      await allTexts(db)
        .insertInto('comments')
        .values(rows.slice(at, at + 250))
        .execute();
    }
  });
  const seen: string[] = [];
  const sizes: number[] = [];
  let next: string | undefined = `${commentsOfBlog.path}?blogId=${blogId}&limit=300`;
  while (next !== undefined) {
    const reply: Response = await ben.request(next);
    const page = (await reply.json()) as { comment: string }[];
    sizes.push(page.length);
    seen.push(...page.map(({ comment }) => comment));
    next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  expect(sizes).toEqual([300, 300, 300, 100]);
  expect(seen).toEqual(texts);
  for (const bad of ['limit=0', 'limit=501', 'limit=x', 'after=x', 'after=%00', 'blogId=b']) {
    const reply = await ben.request(`${commentsOfBlog.path}?blogId=${blogId}&${bad}`);
    expect(reply.status, bad).toBe(400);
  }
});

testOnEachEngine('deleting a blog or a person deletes their comments', async ({ storage }) => {
  const { site, ada, ben, blogId, say, read } = await start(storage);
  await say(ben, 'First');
  const mine = await Readable.from(personalComments(storage).rowsOf(ben.person.id)).toArray();
  expect(mine).toEqual([expect.objectContaining({ blog_id: blogId, text: 'First' })]);
  await storage.write(({ db }) =>
    db.deleteFrom('people').where('id', '=', ben.person.id).execute(),
  );
  expect(await read(ada)).toEqual([]);
  await say(await site.member('Cleo'), 'Second');
  await storage.write(({ db }) =>
    allTexts(db).deleteFrom('blogs').where('id', '=', blogId).execute(),
  );
  expect(await allTexts(storage.reader).selectFrom('comments').selectAll().execute()).toEqual([]);
});
