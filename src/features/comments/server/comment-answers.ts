import { rightsOver } from '../../../blog/policy.ts';
import { authorIdOf } from '../../../blog/server/assert-may-edit.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { assertOwnEmail } from '../../../identity/guards.ts';
import type { Person } from '../../../identity/person.ts';
import { writeAs } from '../../../identity/write-as.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { idempotencyKeyOf } from '../../../platform/http/idempotency-key.ts';
import type { RateLimiter, RateRule } from '../../../platform/http/rate-limit.ts';
import { makeOnce } from '../../../storage/make-once.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  addComment,
  type Comment,
  commentNotFound,
  commentsOfBlog,
  commentsPerPage,
  deleteComment,
  ownBlog,
} from '../contract.ts';
import {
  type CommentRow,
  findComment,
  findComments,
  insertComment,
  type NewComment,
  removeComment,
} from './comment-store.ts';

/** What of a comment may leave for this reader: addresses of others don't. */
function presentComment(row: CommentRow, reader: Person): Comment {
  const isOwn = row.person_id === reader.id;
  return {
    _id: row.id,
    blogId: row.blog_id,
    comment: row.text,
    userName: row.name,
    userEmail: isOwn ? reader.email : null,
    userProfilePicture: row.photo_url,
    createdAt: new Date(row.created_at).toISOString(),
    isOwn,
  };
}

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
      if (!rightsOver(authorId, personId).canComment) throw ownBlog();
      const id = await makeOnce(write, request, () => insertComment(write, comment));
      const row = await findComment(write.db, id);
      if (!row) throw commentNotFound();
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
