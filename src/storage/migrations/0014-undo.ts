import { type Kysely, sql } from 'kysely';

/** What somebody deleted waits for their Undo beside what waits for an account to be restored. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('set_aside_rows').addColumn('deletion_id', 'text').execute();
  await db.schema.alterTable('set_aside_rows').addColumn('ends_at', 'bigint').execute();
  await sql`create index set_aside_rows_deletion on set_aside_rows
    (holder_id, deletion_id, kind, row_id) where deletion_id is not null`.execute(db);
  // A person's own, in order, for the file that they download.
  await db.schema.dropIndex('set_aside_rows_person_id').execute();
  await sql`create index set_aside_rows_person on set_aside_rows (person_id, kind, row_id)`.execute(
    db,
  );
  await sql`create index set_aside_rows_ends_at on set_aside_rows (ends_at)
    where ends_at is not null`.execute(db);
}
