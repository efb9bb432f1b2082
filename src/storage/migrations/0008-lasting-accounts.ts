import { type Kysely, sql } from 'kysely';

/** The authentication time of sessions, accounts that are scheduled for deletion, and security events. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('authenticated_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update sessions set authenticated_at = created_at`.execute(db);

  await db.schema.alterTable('people').addColumn('ends_at', 'bigint').execute();
  await sql`create index people_ends_at on people (ends_at) where ends_at is not null`.execute(db);

  await createSetAsideRows(db);

  await db.schema
    .createTable('security_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('browser', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexOn(db, 'security_events', 'person_id', 'kind', 'id');
  await indexOn(db, 'security_events', 'created_at');
}

async function createSetAsideRows(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('set_aside_rows')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('row_id', 'text', (column) => column.notNull())
    .addColumn('holder_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('row', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('set_aside_rows_key', ['kind', 'row_id'])
    .execute();
  await indexOn(db, 'set_aside_rows', 'holder_id', 'kind', 'row_id');
  await indexOn(db, 'set_aside_rows', 'person_id');
}

const onlyAppended = 'Security events are only ever added.';

export async function upSqlite(db: Kysely<never>): Promise<void> {
  await sql`create trigger security_events_stay before update on security_events
    begin select raise(abort, ${sql.lit(onlyAppended)}); end`.execute(db);
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`create function refuse_update() returns trigger language plpgsql
    as ${sql.lit(`begin raise exception '${onlyAppended}'; end`)}`.execute(db);
  await sql`create trigger security_events_stay before update on security_events
    for each row execute function refuse_update()`.execute(db);
}

async function indexOn(db: Kysely<never>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
