import type { BlogText } from '../../../../blog/blog-text.ts';
import { invalidInput } from '../../../../platform/contract/problems.ts';
import type { RateRule } from '../../../../platform/http/answers/rate-limit.ts';
import { type Layout, tooIntricate } from '../../../../platform/markdown/layout-bounds.ts';
import type { WritingParts } from '../../common/server/writing-parts.ts';

/** Texts that could not be laid out: each took the most that one may take. Enough to find the place and mend it. */
const intricateRule: RateRule = { name: 'intricate', limit: 5, perMs: 10 * 60_000 };

/**
 * Lays a text out ahead of the write that publishes it: a long one takes its time, and nobody else can write meanwhile.
 * Throws `invalid-input` for one that is too intricate, and `too-many-requests` after some of them.
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
