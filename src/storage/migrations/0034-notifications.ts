import { type Kysely, sql } from 'kysely';

/** An older version creates no notifications and reads neither table. */
export const compatibleFrom = '0031-gone-blogs';

/** On-site notifications, and each person's preferences for them. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table notifications (
    id text not null,
    person_id text not null references people (id) on delete cascade,
    kind text not null,
    about text not null,
    text_ids text not null,
    at bigint not null,
    read_at bigint,
    primary key (person_id, id))`);
  // One unread row per kind and text, however many events it covers.
  await run(`create unique index notifications_unread on notifications (person_id, kind, about)
    where read_at is null`);
  await run('create index notifications_newest on notifications (person_id, at, id)');
  await run('create index notifications_at on notifications (at)');

  await run(`create table notification_choices (
    person_id text not null references people (id) on delete cascade,
    kind text not null,
    is_here integer not null default 1,
    secret text unique,
    seen_at bigint not null default 0,
    told_at bigint not null default 0,
    due_at bigint,
    primary key (person_id, kind))`);
  await run(`create index notification_choices_due on notification_choices (due_at)
    where due_at is not null`);
}
