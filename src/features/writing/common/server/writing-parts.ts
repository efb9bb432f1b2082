import type { Counts } from '../../../../blog/server/count-about.ts';
import type { Review } from '../../../../blog/server/held/review.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { TextLayout } from '../../../../platform/threads/text-layout.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';

/** How often blogs were wished for or commented on, up to a number. */
export type CountBlogs = (db: Reader, blogIds: readonly string[], most: number) => Promise<Counts>;

/** How often a blog was opened and read to the end: in all, and in the last thirty days. */
export interface BlogReads {
  readonly opened: number;
  readonly finished: number;
  readonly openedLately: number;
  readonly finishedLately: number;
}

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
  /** By blog; none of a blog that nobody read. */
  readonly countReads: (
    db: Reader,
    blogIds: readonly string[],
    now: number,
  ) => Promise<ReadonlyMap<string, BlogReads>>;
  /** What has to be looked at before anybody sees it. */
  readonly review: Review;
  /** Called in the write that published a blog, which may be held back for review. */
  readonly onPublished?: OnPublished;
  /** Called in the write that saved a published blog, which may be held back since. */
  readonly onSaved?: OnPublished;
  readonly now?: () => number;
}
