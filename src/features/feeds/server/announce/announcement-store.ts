import type { RetentionRule } from '../../../../storage/background/sweep.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';

/** Who is told of new and changed blogs: readers of feeds by a hub, and search engines. */
export type Service = 'websub' | 'indexnow';

/** A commit that touches it has noted something to tell. */
export const announcementsTag = 'announcements';
/** Blogs of which a service may still be to be told: a service that is down fills no disk. */
const waitingMax = 1_000;
/** Whoever polishes a text saves often, and one notice does for all of it. */
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
  /** Whether it was there before. */
  readonly isChange?: boolean;
}

/** Notes, in the write that publishes or changes a blog, that these services are to be told. Nobody is asked here. */
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
      // What is about to be told of anyway is told as it is then.
      .onConflict((conflict) =>
        conflict.columns(['service', 'blog_id']).doUpdateSet({ changed_at: now }),
      )
      .execute();
  }
  if (wanted.length > 0) touch(announcementsTag);
}

/** What is due, with what its addresses are made from; a blog that isn't visible has no category. */
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

/** Notes that a service was told; what changed meanwhile stays. */
export async function dropTold(
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

/** A service that doesn't answer is left alone for a while, each time for longer. */
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
