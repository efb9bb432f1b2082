import type { RetentionRule } from '../../../../storage/background/sweep.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';

/** A service that new and changed blogs are announced to: a hub for feed readers, or search engines. */
export type Service = 'websub' | 'indexnow';

/** Touched by each commit that queues an announcement. */
export const announcementsTag = 'announcements';
/** Queued blogs per service, at most: an outage of a service doesn't fill the disk. */
const waitingMax = 1_000;
/** Debounce: an author who edits a text saves often, and one announcement covers all saves. */
const settleMs = 60_000;
const firstPauseMs = 30_000;
const longestPauseMs = 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

export const announcementRetention: readonly RetentionRule[] = [
  { table: 'announcements', key: ['service', 'blog_id'], column: 'changed_at', keptMs: dayMs },
];

export interface Announced {
  readonly blogId: string;
  readonly now: number;
  /** False for a new blog. */
  readonly isChange?: boolean;
}

/** Queues announcements for these services, in the write that publishes or changes a blog. Sends no request. */
export async function noteAnnouncement(
  { db, touch }: Write,
  wanted: readonly Service[],
  { blogId, now, isChange = false }: Announced,
): Promise<void> {
  for (const service of wanted) {
    const full = await db
      .selectFrom('announcements')
      .select('blog_id')
      .where('service', '=', service)
      .orderBy('due_at')
      .offset(waitingMax - 1)
      .limit(1)
      .executeTakeFirst();
    if (full) continue;
    const values = { changed_at: now, due_at: isChange ? now + settleMs : now, tries: 0 };
    await db
      .insertInto('announcements')
      .values({ service, blog_id: blogId, ...values })
      // An announcement that is queued already covers this change, too.
      .onConflict((conflict) =>
        conflict.columns(['service', 'blog_id']).doUpdateSet({ changed_at: now }),
      )
      .execute();
  }
  if (wanted.length > 0) touch(announcementsTag);
}

/**
 * Due announcements with the columns that feed addresses are made from; `category` is null for a blog that isn't
 * visible.
 */
export function findDue(db: Reader, service: Service, now: number, limit: number) {
  return db
    .selectFrom('announcements')
    .leftJoin('published_blogs as blogs', 'blogs.id', 'announcements.blog_id')
    .select(['announcements.blog_id', 'announcements.changed_at', 'announcements.tries'])
    .select(['blogs.category', 'blogs.author_id', 'blogs.tags'])
    .where('announcements.service', '=', service)
    .where('announcements.due_at', '<=', now)
    .orderBy('announcements.due_at')
    .limit(limit)
    .execute();
}

export type DueRow = Awaited<ReturnType<typeof findDue>>[number];

/** Removes announcements that were sent; those of blogs that changed in the meantime stay. */
export async function dropAnnounced(
  { db }: Write,
  service: Service,
  rows: readonly DueRow[],
): Promise<void> {
  for (const { blog_id, changed_at } of rows) {
    await db
      .deleteFrom('announcements')
      .where('service', '=', service)
      .where('blog_id', '=', blog_id)
      .where('changed_at', '=', changed_at)
      .execute();
  }
}

/** Exponential backoff for a service that doesn't answer. */
export async function putOff(
  { db }: Write,
  service: Service,
  { rows, now }: { readonly rows: readonly DueRow[]; readonly now: number },
): Promise<void> {
  const tries = Math.max(...rows.map((row) => row.tries));
  const due_at = now + Math.min(firstPauseMs * 2 ** tries, longestPauseMs);
  await db
    .updateTable('announcements')
    .set({ due_at, tries: tries + 1 })
    .where('service', '=', service)
    .where('due_at', '<', due_at)
    .execute();
}
