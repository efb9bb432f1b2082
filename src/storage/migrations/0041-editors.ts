import { type Kysely, sql } from 'kysely';

/** An older version hands nothing over and ignores the e-mail addresses of imported authors. */
export const compatibleFrom = '0031-gone-blogs';

/** E-mail addresses of imported authors, and hand-overs of their texts by owners. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table imported_authors (
    person_id text not null primary key references people (id) on delete cascade,
    email text not null)`);
  await run('create index imported_authors_email on imported_authors (email)');
  await run('create index people_imported on people (id) where email is null and subject is null');

  await run(`create table hand_overs (
    id text not null primary key,
    from_id text not null references people (id) on delete cascade,
    to_id text not null references people (id) on delete cascade,
    made_at bigint not null)`);
  await run('create index hand_overs_from_id on hand_overs (from_id)');
  await run('create index hand_overs_to_id on hand_overs (to_id)');
  await run('create index hand_overs_made_at on hand_overs (made_at)');

  await run(`create table handed_texts (
    hand_over_id text not null references hand_overs (id) on delete cascade,
    kind text not null,
    text_id text not null,
    primary key (hand_over_id, kind, text_id))`);
}
