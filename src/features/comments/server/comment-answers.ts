import { authorIdOf } from '../../../blog/server/assert-may-edit.ts';
import { findOwnHolds, presentWhyHeld } from '../../../blog/server/held/moderation-holds.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { assertOwnEmail } from '../../../identity/guards.ts';
import { writeOnceAs } from '../../../identity/write-as.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { idempotencyKeyOf } from '../../../platform/http/answers/idempotency-key.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { isId } from '../../../platform/text/id.ts';
import {
  addComment,
  commentNotFound,
  commentsOfBlog,
  commentsPerPage,
  deleteComment,
  editComment,
  myHeldComments,
  oneComment,
  restoreComment,
} from '../contract.ts';
import { findComment, findComments, findHeldComment, findThreads } from './comment-store.ts';
import { restoreComment as bringBack, removeComment } from './own-comments.ts';
import { presentComment } from './present-comment.ts';
import { type CommentParts, commentWrites } from './write-comments.ts';

export const undoRule: RateRule = { name: 'undo', limit: 60, perMs: 30_000 };

export function commentAnswers(parts: CommentParts): readonly Answer[] {
  const { storage, limiter, quotas, now = Date.now } = parts;
  const writes = commentWrites(parts);

  return [
    answer(commentsOfBlog, async ({ query }, { person, reply }) => {
      const { blogId, after, thread = after, limit = commentsPerPage, order = 'oldest' } = query;
      await authorIdOf(storage.reader, blogId);
      // One more than requested shows whether there is a next page.
      const rows = await (order === 'oldest'
        ? findComments(storage.reader, { blogId, after: after ?? '', limit: limit + 1 })
        : findThreads(storage.reader, {
            blogId,
            after: after !== undefined && thread !== undefined ? { thread, id: after } : undefined,
            isNewestFirst: order === 'newest',
            limit: limit + 1,
          }));
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      if (rows.length > limit && last) {
        const place = {
          after: last.id,
          ...(order !== 'oldest' && { thread: last.reply_to ?? last.id }),
        };
        const next = addressOf(commentsOfBlog.path, {}, { ...query, ...place });
        reply.header('link', `<${next}>; rel="next"`);
      }
      return page.map((row) => presentComment(row, person));
    }),

    answer(oneComment, async ({ params: { id } }, { person }) => {
      const row = isId(id) ? await findComment(storage.reader, id) : undefined;
      if (!row) throw commentNotFound();
      return presentComment(row, person);
    }),

    answer(myHeldComments, async (_input, { person }) => {
      const all = await findOwnHolds(storage.reader, person.id);
      const comments = [];
      for (const held of all) {
        if (held.kind !== 'comment') continue;
        const row = await findHeldComment(storage.reader, held.id, person);
        if (!row) continue;
        const { id: _id, blog_id: blogId, text: comment } = row;
        comments.push({ _id, blogId, comment, held: presentWhyHeld(held) });
      }
      return comments;
    }),

    answer(addComment, async ({ body }, { person, request }) => {
      assertOwnEmail(person, body.userEmail);
      const { blogId, comment: text, replyTo } = body;
      const sent = { blogId, text, replyTo: replyTo ?? undefined };
      return writes.add(sent, person, idempotencyKeyOf(request));
    }),

    answer(editComment, async ({ params: { id }, body }, { person, request }) => {
      const { comment: text, editedAt } = body;
      const seenEditedAt = typeof editedAt === 'string' ? Date.parse(editedAt) : editedAt;
      return writes.edit({ id, text, seenEditedAt }, person, idempotencyKeyOf(request));
    }),

    answer(deleteComment, async ({ params: { id } }, { person, request }) => {
      const key = idempotencyKeyOf(request);
      const once = { personId: person.id, purpose: 'deleteComment', key, content: id, now: now() };
      const comment = { id, personId: person.id, now: now() };
      await writeOnceAs(storage, once, (write) => removeComment(write, comment));
    }),

    answer(restoreComment, async ({ params: { id } }, { person, request }) => {
      const personId = person.id;
      const key = idempotencyKeyOf(request);
      const once = { personId, purpose: 'restoreComment', key, content: id, now: now() };
      const comment = { id, personId, now: now() };
      await writeOnceAs(storage, once, async (write) => {
        await limiter.takeWithin(write, undoRule, personId);
        await bringBack(write, comment, quotas);
      });
    }),
  ];
}
