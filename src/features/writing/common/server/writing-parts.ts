import type { Counts } from '../../../../blog/server/count-about.ts';
import type { Review } from '../../../../blog/server/held/review.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { TextLayout } from '../../../../platform/threads/text-layout.ts';
import type { WriteLimiter } from '../../../../storage/limits/rate-limiter.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';

/** Counts wishes or comments of blogs, up to `most`. */
export type CountBlogs = (db: Reader, blogIds: readonly string[], most: number) => Promise<Counts>;

/** How often a blog was opened and read to the end: in total, and in the last thirty days. */
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

/** The dependencies of authors' endpoints. */
export interface WritingParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly layout: TextLayout;
  readonly quotas: AccountQuotas;
  /** Most revisions kept of a blog. */
  readonly revisionsKept: number;
  readonly countWishes: CountBlogs;
  readonly countComments: CountBlogs;
  /** By blog; blogs without reads are absent. */
  readonly countReads: (
    db: Reader,
    blogIds: readonly string[],
    now: number,
  ) => Promise<ReadonlyMap<string, BlogReads>>;
  /** Decides which texts wait for review. */
  readonly review: Review;
  /** Called in the write that published a blog, which may be held for review. */
  readonly onPublished?: OnPublished;
  /** Called in the write that saved a published blog, which may be held since. */
  readonly onSaved?: OnPublished;
  readonly now?: () => number;
}
