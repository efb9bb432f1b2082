import { type Kysely, sql } from 'kysely';

/** Pictures without alternative text, as counted by the page that saved the draft; null if not counted. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table saved_drafts add column undescribed integer`.execute(db);
}
