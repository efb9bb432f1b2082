import { sql } from 'kysely';
import { type Counts, countAbout } from '../../../blog/server/count-about.ts';
import type { Reader } from '../../../storage/storage.ts';

/** The number of comments on each of these blogs, counted up to `most`. */
export function countComments(
  db: Reader,
  blogIds: readonly string[],
  most: number,
): Promise<Counts> {
  return countAbout(db, 'published_comments', blogIds, most);
}

/** The number of comments by each of these people, counted up to `most`. */
export async function countCommentsBy(
  db: Reader,
  personIds: readonly string[],
  most: number,
): Promise<Counts> {
  if (personIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; count: number }>`
    select people.id, (select count(*) from
      (select 1 from published_comments as written where written.person_id = people.id limit ${most}) as counted) as count
    from people where people.id in (${sql.join(personIds)})`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}
