import type { Kysely } from 'kysely';

/** Nothing that is there changes. */
export const compatibleFrom = '0026-schema-compatibility';

/** Into which folders the machines of a site put pictures: all into one, unless somebody forgot to share it. */
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
