import { expect } from 'vitest';
import { noReview } from '../../../blog/server/held/review.ts';
import { givenBlogs } from '../../../blog/server/testing.ts';
import { type Member, problemOf, startMemberSite } from '../../../identity/testing.ts';
import type { Delivery, MailLetter, Post } from '../../../platform/mail/post.ts';
import type { Storage } from '../../../storage/storage.ts';
import { testOnEachEngine } from '../../../storage/testing.ts';
import { addComment } from '../../comments/contract.ts';
import { commentAnswers } from '../../comments/server/comment-answers.ts';
import { commentMover } from '../../comments/server/comment-mover.ts';
import { findComments } from '../../comments/server/comment-store.ts';
import { commentsWithBlogs } from '../../comments/server/set-aside-comments.ts';
import { createBlogMover } from '../../writing/server/own-blogs/blog-mover.ts';
import { myLetters, saveLetters } from '../contract.ts';
import { commentLetterAnswers } from './comment-letter-answers.ts';
import { collectedMs, endableCommentLetters, noteComment } from './comment-letter-store.ts';
import { tellOfComments } from './tell-of-comments.ts';

const movers = { blog: createBlogMover([commentsWithBlogs]), comment: commentMover };
const site = { name: 'The Content Hub', url: 'http://content-hub.test' };

async function start(storage: Storage) {
  const hub = await startMemberSite(storage, (parts) => [
    ...commentAnswers({ ...parts, review: noReview, movers, onComment: noteComment }),
    ...commentLetterAnswers({ ...parts, canSend: true }),
  ]);
  const ada = await hub.member('Ada');
  const ben = await hub.member('Ben');
  await givenBlogs(storage, [{ title: 'On engines' }]);
  await storage.write(({ db }) =>
    db.updateTable('blogs').set({ author_id: ada.person.id }).execute(),
  );
  const { id: blogId } = await storage.reader
    .selectFrom('blogs')
    .select('id')
    .executeTakeFirstOrThrow();
  const letters: MailLetter[] = [];
  let outcome: Delivery = { kind: 'sent' };
  const post: Post = {
    async send(letter) {
      letters.push(letter);
      return outcome;
    },
    async close() {},
  };
  return {
    ...hub,
    ada,
    ben,
    letters,
    blogId,
    outcome: (next: Delivery) => {
      outcome = next;
    },
    say: (who: Member, comment: string) => who.call(addComment, { body: { blogId, comment } }),
    want: (comments: boolean) => ada.call(saveLetters, { body: { comments } }),
    tell: () =>
      tellOfComments(
        {
          storage,
          post,
          site,
          oneClickPath: (secret) => `/api/unsubscribe/${secret}`,
          commentsAfter: findComments,
          now: () => hub.clock.now,
        },
        new AbortController().signal,
      ),
  };
}

testOnEachEngine(
  'an author who wishes it is told of comments, collected for a quarter of an hour',
  async ({ storage }) => {
    const { ada, ben, clock, letters, say, want, tell } = await start(storage);
    await say(ben, 'Before the switch');
    expect((await ada.call(myLetters, {})).body).toEqual({ canSend: true, comments: false });
    await want(true);
    await say(ben, 'First <b>');
    clock.now += 60_000;
    await say(ben, 'Second');
    clock.now += collectedMs - 61_000;
    await tell();
    expect(letters).toEqual([]);
    clock.now += 1_000;
    await Promise.all([tell(), tell()]);
    expect(letters).toHaveLength(1);
    const [{ to, subject, text, html = '', unsubscribeUrl } = { to: '', subject: '', text: '' }] =
      letters;
    expect(to).toBe(ada.person.email);
    expect(subject).toBe('2 new comments on “On engines”');
    expect(text).toContain('First <b>');
    expect(html).toContain('First &lt;b&gt;');
    expect(text).toContain('Second');
    expect(text).not.toContain('Before');
    expect(unsubscribeUrl).toMatch(/^http:\/\/content-hub\.test\/api\/unsubscribe\/[\w-]{43}$/);
    await tell();
    expect(letters).toHaveLength(1);
    await say(ben, 'Third');
    clock.now += collectedMs;
    await tell();
    expect(letters[1]?.subject).toBe('A new comment on “On engines”');
    expect(letters[1]?.text).not.toContain('Second');
  },
);

testOnEachEngine(
  'nothing is told after the switch, or a link in a letter, has ended it',
  async ({ storage }) => {
    const { ben, ada, clock, letters, say, want, tell } = await start(storage);
    await want(true);
    await say(ben, 'One');
    await want(false);
    clock.now += collectedMs;
    await tell();
    await want(true);
    await say(ben, 'Two');
    const { secret } = await storage.reader
      .selectFrom('comment_letters')
      .select('secret')
      .executeTakeFirstOrThrow();
    expect(await endableCommentLetters.has(storage.reader, secret)).toBe(true);
    await storage.write((write) => endableCommentLetters.end(write, secret));
    clock.now += collectedMs;
    await tell();
    expect(letters).toEqual([]);
    expect((await ada.call(myLetters, {})).body.comments).toBe(false);
  },
);

testOnEachEngine(
  'a comment that has gone, and a letter that may have gone, are not told',
  async ({ storage }) => {
    const { ben, clock, letters, say, want, tell, outcome } = await start(storage);
    await want(true);
    const { body } = await say(ben, 'Oh no');
    await storage.write(({ db }) => db.deleteFrom('comments').where('id', '=', body._id).execute());
    clock.now += collectedMs;
    await tell();
    expect(letters).toEqual([]);
    await say(ben, 'Doubtful');
    clock.now += collectedMs;
    outcome({ kind: 'unknown', reply: 'broken' });
    await tell();
    clock.now += collectedMs;
    await tell();
    expect(letters).toHaveLength(1);
    await say(ben, 'Later');
    clock.now += collectedMs;
    outcome({ kind: 'unreachable', reply: 'nobody' });
    await tell();
    await say(ben, 'Meanwhile');
    clock.now += collectedMs;
    outcome({ kind: 'sent' });
    await tell();
    expect(letters.at(-1)?.subject).toContain('2 new comments');
  },
);

testOnEachEngine('letters go to proven addresses alone', async ({ storage }) => {
  const { ada, want } = await start(storage);
  await storage.write(({ db }) =>
    db
      .insertInto('credentials')
      .values({
        person_id: ada.person.id,
        password_hash: 'x',
        is_email_verified: 0,
        generation: 1,
      })
      .execute(),
  );
  expect(await problemOf(want(true))).toMatchObject({ status: 409, code: 'address-not-proven' });
});
