import { type Kysely, sql } from 'kysely';

/** Columns that an older version doesn't set have defaults; on PostgreSQL `is_logged` marks its writes. */
export const compatibleFrom = '0029-upload-folders';

export async function up(): Promise<void> {}

/**
 * Each change gets a random mark: the same number with another mark belongs to another database, such as a copy or a
 * restored backup. SQLite can't add a column with an expression as default, so the table is rebuilt.
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
  // An initial row, whose mark distinguishes a new database from any other.
  await sql`insert into changes (tag) values ('')`.execute(db);
}

/** Stores the changes that running processes get as notifications, for processes that start later. */
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
