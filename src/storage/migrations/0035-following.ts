import { type Kysely, sql } from 'kysely';

/** An older version doesn't record new blogs and reads neither table. */
export const compatibleFrom = '0031-gone-blogs';

/** Followers of authors, and the time when a blog first became visible. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table follows (
    person_id text not null references people (id) on delete cascade,
    author_id text not null references people (id) on delete cascade,
    created_at bigint not null,
    primary key (person_id, author_id))`);
  // For deleting an author's account.
  await run('create index follows_author_id on follows (author_id)');

  await run(`create table new_blogs (
    blog_id text not null primary key references blogs (id) on delete cascade,
    author_id text not null references people (id) on delete cascade,
    shown_at bigint not null)`);
  await run('create index new_blogs_of_author on new_blogs (author_id, shown_at)');
  await run('create index new_blogs_shown_at on new_blogs (shown_at)');
}
