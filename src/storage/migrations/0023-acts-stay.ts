import { type Kysely, sql } from 'kysely';

/** Closes gaps in the triggers that make the audit log append-only. */
export async function up(): Promise<void> {}

/** `insert or replace` deletes the old row without firing its delete trigger. */
export async function upSqlite(db: Kysely<never>): Promise<void> {
  await sql`create trigger acts_stay_at_insert before insert on acts
    when exists (select 1 from acts where id = new.id)
    begin select raise(abort, 'The log of acts is only ever added to.'); end`.execute(db);
}

/** Row-level triggers don't fire on `truncate`. */
export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`create trigger acts_stay_whole before truncate on acts
    for each statement execute function refuse_change_of_acts()`.execute(db);
}
