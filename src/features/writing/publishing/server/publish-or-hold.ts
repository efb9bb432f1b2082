import type { BlogText } from '../../../../blog/blog-text.ts';
import { reviewedNames } from '../../../../blog/fields.ts';
import { findHold, holdText } from '../../../../blog/server/held/moderation-holds.ts';
import type { Review, Verdict } from '../../../../blog/server/held/review.ts';
import type { Write } from '../../../../storage/storage.ts';

/** Analyses a blog's text before publication. */
export function reviewText(review: Review, text: BlogText, personId: string): Verdict | undefined {
  const texts = reviewedNames.map((name) => text[name] ?? '');
  return review({ kind: 'blog', personId, texts });
}

export interface PublishedBlog {
  readonly id: string;
  readonly verdict: Verdict | undefined;
  readonly now: number;
}

/**
 * Holds back a blog that this write published or saved, where the verdict requires it. One under a hold waits for staff
 * already.
 */
export async function applyVerdict(
  write: Write,
  { id, verdict, now }: PublishedBlog,
): Promise<void> {
  if (!verdict || (await findHold(write.db, 'blog', id))) return;
  const reason = await verdict(write);
  if (reason === undefined) return;
  await holdText(write, { kind: 'blog', id, state: 'waiting', reason, now });
}
