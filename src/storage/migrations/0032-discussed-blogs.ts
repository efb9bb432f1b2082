import { type Kysely, sql } from 'kysely';

/** An older version features the longest blogs, whatever the owner chose. */
export const compatibleFrom = '0031-gone-blogs';

/** The blogs that most people kept and commented on of late, first to last: a job writes them anew. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table discussed_blogs (
    place integer primary key,
    blog_id text not null,
    counted_at bigint not null
  )`.execute(db);
}
