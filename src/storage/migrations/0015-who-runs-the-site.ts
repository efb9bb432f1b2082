import { type Kysely, sql } from 'kysely';

/** Owners, moderators, suspensions, and what all of these did; the code by which a site gets its first owner. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('people')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('member'))
    .execute();
  await db.schema.alterTable('people').addColumn('suspended_at', 'bigint').execute();
  await db.schema.alterTable('people').addColumn('suspended_until', 'bigint').execute();
  await db.schema.alterTable('people').addColumn('suspension_reason', 'text').execute();
  // There are few of them among many: both are found without walking past the others.
  await sql`create index people_role on people (role, id) where role <> 'member'`.execute(db);
  await sql`create index people_suspended on people (id) where suspended_until is not null`.execute(
    db,
  );

  // Nothing here refers to people: the log outlasts them.
  await db.schema
    .createTable('acts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('by_id', 'text')
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('subject_label', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexOn(db, 'acts', 'by_id', 'id');
  await indexOn(db, 'acts', 'subject_kind', 'id');
  await indexOn(db, 'acts', 'subject_id', 'id');

  await db.schema
    .createTable('claims')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .execute();
}

const onlyAppended = 'The log of acts is only ever added to.';

export async function upSqlite(db: Kysely<never>): Promise<void> {
  for (const event of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`acts_stay_at_${event}`)} before ${sql.raw(event)} on acts
      begin select raise(abort, ${sql.lit(onlyAppended)}); end`.execute(db);
  }
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`create function refuse_change_of_acts() returns trigger language plpgsql
    as ${sql.lit(`begin raise exception '${onlyAppended}'; end`)}`.execute(db);
  await sql`create trigger acts_stay before update or delete on acts
    for each row execute function refuse_change_of_acts()`.execute(db);
}

async function indexOn(db: Kysely<never>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
