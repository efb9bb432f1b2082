import type { Kysely } from 'kysely';

/** Replaces two tables by one for all limits. The old counts are dropped: they are at most hours old. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable('throttles').execute();
  await db.schema.dropTable('rate_counts').execute();
  await db.schema
    .createTable('counted_tries')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('times', 'text', (column) => column.notNull())
    .addColumn('blocked_until', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('counted_tries_expires_at')
    .on('counted_tries')
    .column('expires_at')
    .execute();
}
