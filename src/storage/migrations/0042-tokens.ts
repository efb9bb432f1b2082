import { type Kysely, sql } from 'kysely';

/** An older version refuses every token. */
export const compatibleFrom = '0031-gone-blogs';

/** Personal access tokens for the API. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table personal_tokens (
    token_hash text not null primary key,
    id text not null unique,
    person_id text not null references people (id) on delete cascade,
    name text not null,
    scope text not null,
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint)`);
  await run('create index personal_tokens_person_id on personal_tokens (person_id)');
  await run('create index personal_tokens_expires_at on personal_tokens (expires_at)');
}
