import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Review } from '../../../blog/server/held/review.ts';
import { allTexts } from '../../../blog/server/texts.ts';
import { type Member, problemOf } from '../../../identity/testing.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOn, testOnBothEngines, testOnEachEngine } from '../../../storage/testing.ts';
import {
  type Comment,
  commentsOfBlog,
  deleteComment,
  editableMs,
  editComment,
  myHeldComments,
  oneComment,
  restoreComment,
} from '../contract.ts';
import { hideComment } from '../contract-on-own-blog.ts';
import { personalComments } from './personal-comments.ts';
import { one, startConversation } from './testing-conversation.ts';

testOnEachEngine(
  "replies are one level deep below the first comment, and a blog's author can only reply",
  async ({ storage }) => {
    const { ada, ben, cleo, otherId, say, texts, list, news } = await startConversation(storage);
    const first = await say(ben, 'First');
    const second = await say(cleo, 'Second');
    const answer = await say(ada, 'Thank you', first._id);
    const deeper = await say(cleo, 'Me, too', answer._id);
    expect([first.replyTo, answer.replyTo, deeper.replyTo]).toEqual([null, first._id, first._id]);
    for (const own of [undefined, answer._id]) {
      const problem = await problemOf(say(ada, 'To myself', own));
      expect(problem).toMatchObject({ status: 409, code: 'own-blog' });
    }

    expect(await texts(ben)).toEqual(['First', 'Second', 'Thank you', 'Me, too']);
    expect(await texts(ben, 'threads')).toEqual(['First', 'Thank you', 'Me, too', 'Second']);
    expect(await texts(ben, 'newest')).toEqual(['Second', 'First', 'Thank you', 'Me, too']);
    expect((await list(ben)).map(({ replyTo }) => replyTo)).toEqual([
      null,
      null,
      first._id,
      first._id,
    ]);
    expect((await ben.call(oneComment, one(deeper))).body.replyTo).toBe(first._id);

    const elsewhere = await say(ben, 'Elsewhere', undefined, otherId);
    for (const id of [elsewhere._id, rowId(), 'x', '\0', '']) {
      const problem = await problemOf(say(ben, 'To nothing', id));
      expect(problem, id).toMatchObject({ status: 404, code: 'answered-gone' });
    }
    expect(news.slice(0, 4)).toMatchObject([
      { commentId: first._id, writerId: ben.person.id, repliedToId: null, authorId: ada.person.id },
      { commentId: second._id, repliedToId: null },
      { writerId: ada.person.id, repliedToId: ben.person.id },
      { writerId: cleo.person.id, repliedToId: ada.person.id },
    ]);
  },
);

testOnEachEngine(
  'replies stay when the comment above them is deleted, and a restored comment is above them again',
  async ({ storage }) => {
    const { ada, ben, cleo, say, texts } = await startConversation(storage);
    const first = await say(ben, 'First');
    await say(cleo, 'Second');
    const answer = await say(ada, 'Answer', first._id);
    await ben.call(deleteComment, one(first));
    expect(await texts(cleo, 'threads')).toEqual(['Answer', 'Second']);
    expect(await problemOf(say(cleo, 'Late', first._id))).toMatchObject({ code: 'answered-gone' });
    // The thread can still be replied to.
    expect((await say(cleo, 'Further', answer._id)).replyTo).toBe(first._id);
    await ben.call(restoreComment, one(first));
    expect(await texts(cleo, 'threads')).toEqual(['First', 'Answer', 'Further', 'Second']);
    await storage.write(({ db }) =>
      allTexts(db).deleteFrom('comments').where('id', '=', first._id).execute(),
    );
    expect(await texts(cleo, 'threads')).toEqual(['Answer', 'Further', 'Second']);
    expect(await texts(cleo, 'newest')).toEqual(['Second', 'Answer', 'Further']);
  },
);

/** Inserts threads of the person with the given numbers of replies. */
async function givenThreads(
  storage: Storage,
  { blogId, personId }: { readonly blogId: string; readonly personId: string },
  sizes: readonly number[],
) {
  const ids = Array.from({ length: sizes.reduce((sum, size) => sum + size + 1, 0) }, rowId).sort();
  const tops = ids.slice(0, sizes.length);
  const replies = sizes.flatMap((size, thread) => Array.from({ length: size }, () => thread));
  const rows = ids.map((id, index) => {
    const thread = replies[index - sizes.length];
    return {
      id,
      blog_id: blogId,
      person_id: personId,
      text: `${index}`,
      reply_to: thread === undefined ? null : (tops[thread] ?? null),
      created_at: index + 1,
    };
  });
  await storage.write(async ({ db }) => {
    for (let at = 0; at < rows.length; at += 200) {
      await allTexts(db)
        .insertInto('comments')
        .values(rows.slice(at, at + 200))
        .execute();
    }
  });
  return rows;
}

testOnEachEngine(
  'paging through threads returns each comment once, also when a page ends within a thread',
  async ({ storage }) => {
    const { ben, blogId } = await startConversation(storage);
    const sizes = [3, 0, 25, 1];
    const rows = await givenThreads(storage, { blogId, personId: ben.person.id }, sizes);
    const threadOf = ({ id, reply_to }: (typeof rows)[number]) => reply_to ?? id;
    for (const order of ['threads', 'newest'] as const) {
      const sign = order === 'newest' ? -1 : 1;
      const expected = rows
        .toSorted(
          (a, b) => sign * (threadOf(a) < threadOf(b) ? -1 : threadOf(a) > threadOf(b) ? 1 : 0),
        )
        .map(({ id }) => id);
      const seen: string[] = [];
      let next: string | undefined =
        `${commentsOfBlog.path}?blogId=${blogId}&limit=7&order=${order}`;
      while (next !== undefined) {
        const reply: Response = await ben.request(next);
        const page = (await reply.json()) as Comment[];
        expect(page.length).toBeLessThanOrEqual(7);
        seen.push(...page.map(({ _id }) => _id));
        next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
      }
      expect(seen, order).toEqual(expected);
    }
    for (const bad of ['order=x', 'order=threads&thread=x']) {
      const reply = await ben.request(`${commentsOfBlog.path}?blogId=${blogId}&${bad}`);
      expect(reply.status, bad).toBe(400);
    }
  },
);

testOn('sqlite', 'pages of threads are read from an index', async ({ storage }) => {
  for (const [order, beyond] of [
    ['asc', '>'],
    ['desc', '<'],
  ] as const) {
    const { rows } = await sql<{ detail: string }>`explain query plan
      select comments.id from published_comments as comments
      join people on people.id = comments.person_id
      where blog_id = ${'b'} and thread_id ${sql.raw(beyond)} ${'t'}
      order by thread_id ${sql.raw(order)}, comments.id limit 10`.execute(storage.reader);
    const plan = rows.map(({ detail }) => detail).join('\n');
    expect(plan).toMatch(/USING INDEX comments_in_threads \(blog_id=\? AND <expr>[<>]\?\)/);
    expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
  }
});

testOnBothEngines(
  'a comment can be edited by its writer for a quarter of an hour and shows when it was edited',
  async ({ storage }) => {
    const { site, ada, ben, say, list } = await startConversation(storage);
    const comment = await say(ben, 'Fisrt');
    const edit = (who: Member, text: string, editedAt?: string | null) =>
      who.call(editComment, { ...one(comment), body: { comment: text, editedAt } });
    expect(await problemOf(edit(ada, 'Hers'))).toMatchObject({ status: 403, code: 'not-yours' });
    // Saving the same text isn't an edit.
    expect((await edit(ben, 'Fisrt')).body.editedAt).toBeNull();
    site.clock.now += 60_000;
    const { body: changed } = await edit(ben, 'First', null);
    const editedAt = new Date(site.clock.now).toISOString();
    expect(changed).toEqual({ ...comment, comment: 'First', editedAt });
    expect(await list(ada)).toMatchObject([{ comment: 'First', editedAt }]);
    expect(await problemOf(edit(ben, 'From another tab', null))).toMatchObject({
      status: 409,
      code: 'edited-meanwhile',
    });
    expect(await problemOf(edit(ben, ''))).toMatchObject({ status: 400 });
    const { body: again } = await edit(ben, 'First of all', editedAt);
    expect(again.editedAt).not.toBe(editedAt);
    const row = await allTexts(storage.writer)
      .selectFrom('comments')
      .select('bytes')
      .executeTakeFirstOrThrow();
    const usage = await storage.writer
      .selectFrom('account_usage')
      .select('text_bytes')
      .where('person_id', '=', ben.person.id)
      .executeTakeFirstOrThrow();
    expect([row.bytes, Number(usage.text_bytes)]).toEqual([12, 12]);
    site.clock.now += editableMs - 60_000;
    expect(await problemOf(edit(ben, 'Too late'))).toMatchObject({
      status: 409,
      code: 'too-late-to-edit',
    });
    await ben.call(deleteComment, one(comment));
    expect(await problemOf(edit(ben, 'Gone'))).toMatchObject({ status: 404 });
  },
);

testOnEachEngine('an edited comment is reviewed like a new one', async ({ storage }) => {
  const review: Review = ({ texts: [text = ''] }) =>
    text.includes('pills') ? async () => 'It sells something.' : undefined;
  const { ben, cleo, say, texts } = await startConversation(storage, { review });
  const comment = await say(ben, 'Nice');
  await say(cleo, 'Indeed', comment._id);
  const edit = (text: string) =>
    ben.call(editComment, { ...one(comment), body: { comment: text } });
  const { body } = await edit('Buy pills');
  expect(body.held).toMatchObject({ state: 'waiting', reason: 'It sells something.' });
  expect(await texts(cleo, 'threads')).toEqual(['Indeed']);
  expect((await ben.call(myHeldComments, {})).body).toMatchObject([{ comment: 'Buy pills' }]);
  expect(await problemOf(edit('Nice again'))).toMatchObject({ status: 409, code: 'comment-held' });
});

testOnEachEngine('edits count towards the limit of nine comments in 30 s', async ({ storage }) => {
  const { site, ben, say } = await startConversation(storage, { limits: 1 });
  const comment = await say(ben, 'Number 0');
  const edit = (text: string) =>
    ben.call(editComment, { ...one(comment), body: { comment: text } });
  for (let count = 1; count <= 8; count += 1) await edit(`Number ${count}`);
  expect(await problemOf(edit('More'))).toMatchObject({ status: 429 });
  site.clock.now += 60_000;
  await edit('More');
});

testOnEachEngine(
  "a person's data has their comments with replies, edits and hiding",
  async ({ storage }) => {
    const { site, ada, ben, cleo, say } = await startConversation(storage);
    const first = await say(ben, 'First');
    const reply = await say(cleo, 'Reply', first._id);
    await cleo.call(editComment, { ...one(reply), body: { comment: 'Replied' } });
    await ada.call(hideComment, one(reply));
    const rows = await Readable.from(personalComments(storage).rowsOf(cleo.person.id)).toArray();
    const at = site.clock.now;
    expect(rows).toMatchObject([
      { text: 'Replied', reply_to: first._id, edited_at: at, author_hidden_at: at },
    ]);
  },
);
