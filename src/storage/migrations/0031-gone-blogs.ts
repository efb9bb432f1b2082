import { type Kysely, sql } from 'kysely';

/** An older version notes no removal: such a page answers 404, as it did. */
export const compatibleFrom = '0030-change-history';

/** Which published blogs their authors removed, also once nothing else of them is left. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table gone_blogs (id text primary key)`.execute(db);
}
