import { type Answer, answer } from '../../../../identity/answer.ts';
import { writeAs } from '../../../../identity/write-as.ts';
import { idempotencyKeyOf } from '../../../../platform/http/answers/idempotency-key.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { doOnce } from '../../../../storage/make-once.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';
import { takeBlogBack as takeBack } from '../../drafts/server/back-to-draft.ts';
import { deleteBlog, restoreBlog, takeBlogBack } from '../contract.ts';
import { restoreBlog as bringBack, removeBlog } from './remove-blog.ts';

const removeRule: RateRule = { name: 'remove', limit: 60, perMs: 30_000 };

/** Remove, take back to a draft, and have back. */
export function removalAnswers(parts: WritingParts): readonly Answer[] {
  const { storage, limiter, quotas, now = Date.now } = parts;
  return [
    answer(deleteBlog, async ({ params: { id }, query: { title } }, { person, request }) => {
      await limiter.take(removeRule, person.id);
      const personId = person.id;
      const removal = { id, personId, title, now: now() };
      const key = idempotencyKeyOf(request);
      const content = { id, title };
      const once = { personId, purpose: 'deleteBlog', key, content, now: now() };
      const work = (write: Write) => doOnce(write, once, () => removeBlog(write, removal));
      await writeAs(storage, personId, work, [`blog:${id}`]);
      return undefined;
    }),

    answer(takeBlogBack, async ({ params: { id } }, { person, request }) => {
      const personId = person.id;
      await limiter.take(removeRule, personId);
      const key = idempotencyKeyOf(request);
      const once = { personId, purpose: 'takeBlogBack', key, content: id, now: now() };
      const own = { id, personId, now: now() };
      const work = (write: Write) => doOnce(write, once, () => takeBack(write, own));
      await writeAs(storage, personId, work, [`blog:${id}`]);
      return undefined;
    }),

    answer(restoreBlog, async ({ params: { id } }, { person, request }) => {
      const personId = person.id;
      await limiter.take(removeRule, personId);
      const key = idempotencyKeyOf(request);
      const once = { personId, purpose: 'restoreBlog', key, content: id, now: now() };
      const own = { id, personId, now: now() };
      const work = (write: Write) => doOnce(write, once, () => bringBack(write, own, quotas));
      await writeAs(storage, personId, work, [`blog:${id}`]);
      return undefined;
    }),
  ];
}
