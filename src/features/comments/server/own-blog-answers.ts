import { assertMayEdit } from '../../../blog/server/assert-may-edit.ts';
import { type Answer, answer, type MemberExchange } from '../../../identity/answer.ts';
import { writeOnceAs } from '../../../identity/write-as.ts';
import { idempotencyKeyOf } from '../../../platform/http/answers/idempotency-key.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import type { Write } from '../../../storage/storage.ts';
import {
  hiddenComments,
  hideComment,
  setCommenting,
  showComment,
} from '../contract-on-own-blog.ts';
import { undoRule } from './comment-answers.ts';
import { findHiddenOn, hideOnOwnBlog, setCommentingOn, showOnOwnBlog } from './on-own-blog.ts';
import type { CommentParts } from './write-comments.ts';

/** Lets an author hide comments on their own blog, and close it to comments. */
export function ownBlogAnswers(parts: CommentParts): readonly Answer[] {
  const { storage, limiter, now = Date.now } = parts;

  async function writeOnce(
    { person, request }: Pick<MemberExchange, 'person' | 'request'>,
    { purpose, content }: { readonly purpose: string; readonly content: unknown },
    work: (write: Write) => Promise<void>,
  ): Promise<void> {
    const personId = person.id;
    const once = { personId, purpose, key: idempotencyKeyOf(request), content, now: now() };
    await writeOnceAs(storage, once, async (write) => {
      await limiter.takeWithin(write, undoRule, personId);
      await work(write);
    });
  }

  return [
    answer(hiddenComments, async ({ params: { id: blogId } }, { person }) => {
      await assertMayEdit(storage.reader, blogId, person.id);
      const rows = await findHiddenOn(storage.reader, blogId);
      return rows.map((row) => ({
        _id: row.id,
        comment: row.text,
        userName: row.name,
        hiddenAt: isoOf(Number(row.author_hidden_at)),
      }));
    }),

    answer(hideComment, async ({ params: { id } }, exchange) => {
      const comment = { id, personId: exchange.person.id, now: now() };
      const act = { purpose: 'hideComment', content: id };
      await writeOnce(exchange, act, (write) => hideOnOwnBlog(write, comment));
    }),

    answer(showComment, async ({ params: { id } }, exchange) => {
      const comment = { id, personId: exchange.person.id };
      const act = { purpose: 'showComment', content: id };
      await writeOnce(exchange, act, (write) => showOnOwnBlog(write, comment));
    }),

    answer(setCommenting, async ({ params: { id }, body: { isOpen } }, exchange) => {
      const blog = { id, personId: exchange.person.id, now: now() };
      const act = { purpose: 'setCommenting', content: { id, isOpen } };
      await writeOnce(exchange, act, (write) => setCommentingOn(write, blog, isOpen));
    }),
  ];
}
