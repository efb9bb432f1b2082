import type { Kysely } from 'kysely';

/** No existing table changes. */
export const compatibleFrom = '0026-schema-compatibility';

/** The upload folder of each machine of a site. All must be the same folder; this detects an unshared one. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('upload_folders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('machine', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('upload_folders_seen_at')
    .on('upload_folders')
    .column('seen_at')
    .execute();
}
