import { type Kysely, sql } from 'kysely';

/** An older version announces no blogs and reads neither table. */
export const compatibleFrom = '0031-gone-blogs';

/** Tokens of members' private wishlist feeds, and the queue of blogs to announce to other services. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table feed_tokens (
    person_id text not null primary key references people (id) on delete cascade,
    token_hash text not null unique,
    created_at bigint not null)`);

  await run(`create table announcements (
    service text not null,
    blog_id text not null references blogs (id) on delete cascade,
    changed_at bigint not null,
    due_at bigint not null,
    tries integer not null default 0,
    primary key (service, blog_id))`);
  await run('create index announcements_due on announcements (service, due_at)');
  await run('create index announcements_changed_at on announcements (changed_at)');
  await run('create index announcements_blog_id on announcements (blog_id)');
}
