import type { BlogText } from '../../../../blog/blog-text.ts';
import { reviewedNames } from '../../../../blog/fields.ts';
import { holdText, type TextMovers } from '../../../../blog/server/held/held-texts.ts';
import type { Review, Verdict } from '../../../../blog/server/held/review.ts';
import type { Write } from '../../../../storage/storage.ts';
import { TitleChanges } from '../save-blog.ts';

/** What is to be said of a blog's text before anybody sees it. */
export function verdictOn(review: Review, text: BlogText, personId: string): Verdict | undefined {
  const texts = reviewedNames.map((name) => text[name] ?? '');
  return review({ kind: 'blog', personId, texts });
}

export interface PublishedBlog {
  readonly id: string;
  readonly verdict: Verdict | undefined;
  readonly isAlone: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Takes a blog that was published or saved in this write out of sight again, where it has to wait. */
export async function holdWhereItMust(
  write: Write,
  movers: TextMovers,
  { id, verdict, isAlone, now }: PublishedBlog,
): Promise<void> {
  const reason = await verdict?.(write);
  if (reason === undefined) return;
  if (!isAlone) throw new TitleChanges();
  await holdText(write, movers, { kind: 'blog', id, state: 'waiting', reason, now });
}
