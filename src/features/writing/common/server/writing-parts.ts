import type { Counts } from '../../../../blog/server/count-about.ts';
import type { Review } from '../../../../blog/server/held/review.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { TextLayout } from '../../../../platform/threads/text-layout.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';

/** How often blogs were wished for or commented on, up to a number. */
export type CountBlogs = (db: Reader, blogIds: readonly string[], most: number) => Promise<Counts>;

export type OnPublished = (
  write: Write,
  blog: { readonly blogId: string; readonly now: number },
) => Promise<void>;

/** What each call of an author works with. */
export interface WritingParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly layout: TextLayout;
  readonly quotas: AccountQuotas;
  /** Most earlier texts kept of a blog. */
  readonly revisionsKept: number;
  readonly countWishes: CountBlogs;
  readonly countComments: CountBlogs;
  /** What has to be looked at before anybody sees it. */
  readonly review: Review;
  /** Called in the write that published a blog, which may be held back for review. */
  readonly onPublished?: OnPublished;
  readonly now?: () => number;
}
