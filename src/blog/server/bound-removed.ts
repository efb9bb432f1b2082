import { sql } from 'kysely';
import type { Write } from '../../storage/storage.ts';
import { allTexts } from './texts.ts';

/** Bytes that are kept of what one person removed, as long as it isn't a single text: the oldest go first. */
const removedBytesMax = 100 * 1024 * 1024;

const tables = ['blogs', 'comments'] as const;

/**
 * Lets go of what a person removed longest ago, where all of it together is more than is kept; never of the latest.
 * Otherwise who publishes and removes all day would fill the disk. It can't be restored from this moment on, and is dropped
 * in the background.
 */
export async function boundRemoved(
  { db }: Write,
  personId: string,
  now: number,
  bytesMax = removedBytesMax,
): Promise<void> {
  const texts = allTexts(db);
  const removed = await texts
    .selectFrom('blogs')
    .select(['id', 'removed_until'])
    .select(
      sql<number>`bytes + (select coalesce(sum(r.bytes), 0) from blog_revisions r where r.blog_id = blogs.id)`.as(
        'bytes',
      ),
    )
    .where('author_id', '=', personId)
    .where('removed_until', '>', now)
    .unionAll(
      texts
        .selectFrom('comments')
        .select(['id', 'removed_until', 'bytes'])
        .where('person_id', '=', personId)
        .where('removed_until', '>', now),
    )
    .orderBy('removed_until', 'desc')
    .orderBy('id', 'desc')
    .execute();
  let sum = 0;
  const beyond = removed.flatMap(({ id, bytes }, index) => {
    sum += Number(bytes);
    return index > 0 && sum > bytesMax ? [id] : [];
  });
  if (beyond.length === 0) return;
  for (const table of tables) {
    await texts.updateTable(table).set({ removed_until: now }).where('id', 'in', beyond).execute();
  }
  // What its author was changing in a blog goes with it.
  await sql`update saved_drafts set removed_until = ${now} where person_id = ${personId}
    and key in (${sql.join(beyond)}) and removed_until is not null`.execute(db);
}
