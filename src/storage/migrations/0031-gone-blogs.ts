import { type Kysely, sql } from 'kysely';

/** An older version doesn't record removals: such a page keeps answering 404. */
export const compatibleFrom = '0030-change-history';

/** Published blogs that their authors removed; the id stays after the blog's row is deleted. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table gone_blogs (id text primary key)`.execute(db);
}
