import { type Kysely, sql } from 'kysely';

/** An older version keeps indexing texts, without their dates: searches by date find these once they are saved anew. */
export const compatibleFrom = '0031-gone-blogs';

/** Queues all indexed texts for the background indexer, as the index now has their dates. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`insert into unindexed_blogs (blog_id) select blog_id from search_texts where true
    on conflict do nothing`.execute(db);
}
