import { type Answer, answer, type MemberExchange } from '../../../../identity/answer.ts';
import { writeOnceAs } from '../../../../identity/write-as.ts';
import { idempotencyKeyOf } from '../../../../platform/http/answers/idempotency-key.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { OwnBlog } from '../../common/server/own-life.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { takeBlogBack as takeBack } from '../../drafts/server/back-to-draft.ts';
import { deleteBlog, restoreBlog, takeBlogBack } from '../contract.ts';
import { restoreBlog as bringBack, removeBlog } from './remove-blog.ts';

const removeRule: RateRule = { name: 'remove', limit: 60, perMs: 30_000 };

/** Endpoints that remove, unpublish and restore a blog. */
export function removalAnswers(parts: WritingParts): readonly Answer[] {
  const { storage, limiter, quotas, now = Date.now } = parts;

  async function changeOnce(
    purpose: string,
    content: string | { readonly id: string; readonly title: string },
    { person, request }: Pick<MemberExchange, 'person' | 'request'>,
    change: (write: Write, own: OwnBlog) => Promise<void>,
  ): Promise<void> {
    const personId = person.id;
    await limiter.take(removeRule, personId);
    const once = { personId, purpose, key: idempotencyKeyOf(request), content, now: now() };
    const id = typeof content === 'string' ? content : content.id;
    const own = { id, personId, now: now() };
    await writeOnceAs(storage, once, (write) => change(write, own), [`blog:${id}`]);
  }

  return [
    answer(deleteBlog, ({ params: { id }, query: { title } }, exchange) =>
      changeOnce('deleteBlog', { id, title }, exchange, (write, own) =>
        removeBlog(write, { ...own, title }),
      ),
    ),
    answer(takeBlogBack, ({ params: { id } }, exchange) =>
      changeOnce('takeBlogBack', id, exchange, takeBack),
    ),
    answer(restoreBlog, ({ params: { id } }, exchange) =>
      changeOnce('restoreBlog', id, exchange, (write, own) => bringBack(write, own, quotas)),
    ),
  ];
}
