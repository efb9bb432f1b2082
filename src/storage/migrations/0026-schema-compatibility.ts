import type { Kysely } from 'kysely';

/** No existing table changes. */
export const compatibleFrom = '0025-outbox';

/**
 * Stores from which older version each step is compatible; a running process reads it when the schema becomes newer
 * than itself.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('schema_compatibility')
    .addColumn('step', 'text', (column) => column.primaryKey())
    .addColumn('compatible_from', 'text', (column) => column.notNull())
    .execute();
}
