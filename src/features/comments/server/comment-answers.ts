import { rightsOver } from '../../../blog/policy.ts';
import { authorIdOf } from '../../../blog/server/assert-may-edit.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { assertOwnEmail } from '../../../identity/guards.ts';
import { writeAs } from '../../../identity/write-as.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { problem } from '../../../platform/contract/problems.ts';
import { idempotencyKeyOf } from '../../../platform/http/idempotency-key.ts';
import type { RateLimiter, RateRule } from '../../../platform/http/rate-limit.ts';
import { makeOnce } from '../../../storage/make-once.ts';
import type { Storage } from '../../../storage/storage.ts';
import { addComment, commentsOfBlog, commentsPerPage, deleteComment } from '../contract.ts';
import {
  findComment,
  findComments,
  insertComment,
  type NewComment,
  removeComment,
} from './comment-store.ts';
import { presentComment } from './present.ts';

export interface CommentParts {
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const commentRule: RateRule = { name: 'comment', limit: 9, perMs: 30_000 };

/** What readers say about blogs. */
export function commentAnswers({
  storage,
  limiter,
  now = Date.now,
}: CommentParts): readonly Answer[] {
  function add(comment: NewComment, key: string | undefined) {
    const { personId, blogId, text } = comment;
    const request = { personId, purpose: 'addComment', key, content: { blogId, text }, now: now() };
    return writeAs(storage, personId, async (write) => {
      const authorId = await authorIdOf(write.db, blogId);
      if (!rightsOver(authorId, personId).canComment) throw problem('own-blog');
      const id = await makeOnce(write, request, () => insertComment(write, comment));
      const row = await findComment(write.db, id);
      if (!row) throw problem('comment-not-found');
      return row;
    });
  }

  return [
    answer(commentsOfBlog, async ({ query }, { person, reply }) => {
      const { blogId, after = '', limit = commentsPerPage } = query;
      await authorIdOf(storage.reader, blogId);
      // One more than asked tells whether there are more.
      const rows = await findComments(storage.reader, { blogId, after, limit: limit + 1 });
      const page = rows.slice(0, limit);
      if (rows.length > limit) {
        const next = addressOf(commentsOfBlog.path, {}, { ...query, after: page.at(-1)?.id });
        reply.header('link', `<${next}>; rel="next"`);
      }
      return page.map((row) => presentComment(row, person));
    }),

    answer(addComment, async ({ body }, { person, request }) => {
      assertOwnEmail(person, body.userEmail);
      const key = idempotencyKeyOf(request);
      await limiter.take(commentRule, person.id);
      const { blogId, comment: text } = body;
      const row = await add({ blogId, text, personId: person.id, now: now() }, key);
      return presentComment(row, person);
    }),

    answer(deleteComment, async ({ params: { id } }, { person }) => {
      await writeAs(storage, person.id, (write) => removeComment(write, id, person.id));
      return undefined;
    }),
  ];
}
