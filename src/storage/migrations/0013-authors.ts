import { type Kysely, sql } from 'kysely';

/** The blogs of an author in the order of time: a page of them is a walk along an index, however many there are. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index blogs_of_author on blogs (author_id, created_at, id)`.execute(db);
}
