import type { BlogText } from '../../../../blog/blog-text.ts';
import { reviewedNames } from '../../../../blog/fields.ts';
import { holdText } from '../../../../blog/server/held/moderation-holds.ts';
import type { Review, Verdict } from '../../../../blog/server/held/review.ts';
import type { Write } from '../../../../storage/storage.ts';

/** What is to be said of a blog's text before anybody sees it. */
export function verdictOn(review: Review, text: BlogText, personId: string): Verdict | undefined {
  const texts = reviewedNames.map((name) => text[name] ?? '');
  return review({ kind: 'blog', personId, texts });
}

export interface PublishedBlog {
  readonly id: string;
  readonly verdict: Verdict | undefined;
  readonly now: number;
}

/** Holds a blog back that was published or saved in this write, where it has to wait. */
export async function holdWhereItMust(
  write: Write,
  { id, verdict, now }: PublishedBlog,
): Promise<void> {
  const reason = await verdict?.(write);
  if (reason === undefined) return;
  await holdText(write, { kind: 'blog', id, state: 'waiting', reason, now });
}
