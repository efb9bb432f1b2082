import { type Kysely, sql } from 'kysely';

/** Pictures without alternative text, as the page that wrote the draft counted them; null where nobody did. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table saved_drafts add column undescribed integer`.execute(db);
}
