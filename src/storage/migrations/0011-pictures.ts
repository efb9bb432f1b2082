import type { Kysely } from 'kysely';

/** Uploaded pictures with their owner and the time of their last use. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('pictures')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('owner_id', 'text', (column) => column.references('people.id').onDelete('set null'))
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .addColumn('look_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('pictures_name')
    .unique()
    .on('pictures')
    .columns(['name', 'owner_id'])
    .execute();
  await db.schema
    .createIndex('pictures_owner_id')
    .on('pictures')
    .columns(['owner_id', 'created_at'])
    .execute();
  await db.schema.createIndex('pictures_look_at').on('pictures').column('look_at').execute();
}
