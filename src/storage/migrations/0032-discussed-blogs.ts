import { type Kysely, sql } from 'kysely';

/** An older version ignores the owner's choice and features the longest blogs. */
export const compatibleFrom = '0031-gone-blogs';

/** The most wished and most commented blogs of recent time, in order; a job rewrites the table. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table discussed_blogs (
    place integer primary key,
    blog_id text not null,
    counted_at bigint not null
  )`.execute(db);
}
