import type { Kysely } from 'kysely';

/** Nothing that is there changes. */
export const compatibleFrom = '0025-outbox';

/** Which steps a process of an older version works beside; one that runs reads it once the tables are newer than it is. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('schema_compatibility')
    .addColumn('step', 'text', (column) => column.primaryKey())
    .addColumn('compatible_from', 'text', (column) => column.notNull())
    .execute();
}
