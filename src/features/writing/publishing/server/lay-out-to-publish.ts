import type { BlogText } from '../../../../blog/blog-text.ts';
import { invalidInput } from '../../../../platform/contract/problems.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { type Layout, tooIntricate } from '../../../../platform/markdown/layout-bounds.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';

/** Failed layouts: each took the maximum time. Enough attempts to find and fix the cause. */
const intricateRule: RateRule = { name: 'intricate', limit: 5, perMs: 10 * 60_000 };

/**
 * Lays a text out before the write that publishes it, as a long one would block other writes. Throws `invalid-input`
 * for one that is too intricate, and `too-many-requests` after some of them.
 */
export async function layOutToPublish(
  { limiter, layout }: Pick<WritingParts, 'limiter' | 'layout'>,
  { longDescription }: Pick<BlogText, 'longDescription'>,
  who: string,
): Promise<Layout> {
  await limiter.assertRoom(intricateRule, who);
  const laidOut = await layout.layOut(longDescription, who);
  if (laidOut) return laidOut;
  await limiter.take(intricateRule, who);
  const issue = { path: 'longDescription', message: tooIntricate };
  throw invalidInput({ message: tooIntricate, issues: [issue] });
}
