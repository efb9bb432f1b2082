import type { Kysely } from 'kysely';

export async function up(): Promise<void> {}

/** PostgreSQL only: SQLite always reports the outcome of a write. */
export async function upPostgres(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('write_marks')
    .addColumn('process', 'text', (column) => column.notNull())
    .addColumn('turn', 'integer', (column) => column.notNull())
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('write_marks_key', ['process', 'turn'])
    .execute();
}
