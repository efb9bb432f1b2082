import { sql } from 'kysely';
import type { Reader } from '../../storage/storage.ts';

/** Number of rows by blog id. */
export type Counts = ReadonlyMap<string, number>;

/**
 * Counts the rows of a table, indexed by `blog_id`, for each of these blogs, up to `most`: a blog with a hundred
 * thousand comments costs what one with a thousand does.
 */
export async function countAbout(
  db: Reader,
  table: 'published_comments' | 'wishes',
  blogIds: readonly string[],
  most: number,
): Promise<Counts> {
  if (blogIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number }>`
    select blogs.id, (select count(*) from
      (select 1 from ${sql.table(table)} about where about.blog_id = blogs.id limit ${most}) as counted) as count
    from published_blogs blogs where blogs.id in (${sql.join(blogIds)})`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}
