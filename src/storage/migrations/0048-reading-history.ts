import { type Kysely, sql } from 'kysely';

/** An older version reads and writes neither table. */
export const compatibleFrom = '0031-gone-blogs';

/** Members' reading positions, and members who have turned the history off. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // No foreign key to the blog, which has another key: the row of a deleted blog isn't shown and expires.
  await run(`create table reading_places (
    person_id text not null references people (id) on delete cascade,
    blog_id text not null,
    read_at bigint not null,
    share integer not null,
    is_finished integer not null,
    block integer not null,
    block_hash integer not null,
    known_blocks text not null,
    primary key (person_id, blog_id))`);
  await run(
    'create index reading_places_of_person on reading_places (person_id, read_at, blog_id)',
  );
  await run('create index reading_places_read_at on reading_places (read_at)');

  await run(`create table stopped_histories (
    person_id text not null primary key references people (id) on delete cascade,
    stopped_at bigint not null)`);
}
