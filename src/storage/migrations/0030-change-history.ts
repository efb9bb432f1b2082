import { type Kysely, sql } from 'kysely';

/** What an older version leaves out has a default, and `is_logged` tells its writes on PostgreSQL. */
export const compatibleFrom = '0029-upload-folders';

export async function up(): Promise<void> {}

/**
 * Each change gets a random mark: the same number with another mark is of another database, such as a copy or a restored
 * one. SQLite adds no column with a default that is an expression, so the table is made anew.
 */
export async function upSqlite(db: Kysely<never>): Promise<void> {
  await sql`create table marked_changes (
    seq integer primary key autoincrement,
    tag text not null,
    mark text not null default (lower(hex(randomblob(8))))
  )`.execute(db);
  await sql`insert into marked_changes (seq, tag) select seq, tag from changes`.execute(db);
  await sql`drop table changes`.execute(db);
  await sql`alter table marked_changes rename to changes`.execute(db);
  // There is a first one, by which a new database is told from another.
  await sql`insert into changes (tag) values ('')`.execute(db);
}

/** What notices tell the processes that run is kept for those that start. */
export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`create table committed_changes (
    id bigint generated always as identity primary key,
    transaction_id xid8 not null default pg_current_xact_id(),
    mark text not null default gen_random_uuid()::text,
    tags text not null
  )`.execute(db);
  await sql`create index committed_changes_transaction_id on committed_changes (transaction_id)`.execute(
    db,
  );
  await sql`insert into committed_changes (tags) values ('[]')`.execute(db);
  await sql`alter table write_marks add column is_logged smallint not null default 0`.execute(db);
}
