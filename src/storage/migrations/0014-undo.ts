import { type Kysely, sql } from 'kysely';

/** Deleted rows are kept for Undo in the table that holds the rows of deleted accounts. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('set_aside_rows').addColumn('deletion_id', 'text').execute();
  await db.schema.alterTable('set_aside_rows').addColumn('ends_at', 'bigint').execute();
  await sql`create index set_aside_rows_deletion on set_aside_rows
    (holder_id, deletion_id, kind, row_id) where deletion_id is not null`.execute(db);
  // Sorted by owner, for the person's data export.
  await db.schema.dropIndex('set_aside_rows_person_id').execute();
  await sql`create index set_aside_rows_person on set_aside_rows (person_id, kind, row_id)`.execute(
    db,
  );
  await sql`create index set_aside_rows_ends_at on set_aside_rows (ends_at)
    where ends_at is not null`.execute(db);
}
