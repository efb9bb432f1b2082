import { type Kysely, sql } from 'kysely';

/** No way round the triggers that have the audit log only ever added to. */
export async function up(): Promise<void> {}

/** A row that replaces another isn't told of as one that goes. */
export async function upSqlite(db: Kysely<never>): Promise<void> {
  await sql`create trigger acts_stay_at_insert before insert on acts
    when exists (select 1 from acts where id = new.id)
    begin select raise(abort, 'The log of acts is only ever added to.'); end`.execute(db);
}

/** A trigger for each row hears nothing of `truncate`. */
export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`create trigger acts_stay_whole before truncate on acts
    for each statement execute function refuse_change_of_acts()`.execute(db);
}
