import { sql } from 'kysely';
import type { Write } from '../../storage/storage.ts';
import { allTexts } from './texts.ts';

/** Quota of a person's removed texts in bytes, unless a single text is larger; the oldest are deleted first. */
const removedBytesMax = 100 * 1024 * 1024;

const tables = ['blogs', 'comments'] as const;

/**
 * Ends the retention of a person's oldest removed texts beyond the quota; the latest is always kept. Without a bound,
 * publishing and removing in a loop would fill the disk. These texts can't be restored any more; the background deletes
 * them.
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
  // Unpublished changes to the blog end with it.
  await sql`update saved_drafts set removed_until = ${now} where person_id = ${personId}
    and key in (${sql.join(beyond)}) and removed_until is not null`.execute(db);
}
