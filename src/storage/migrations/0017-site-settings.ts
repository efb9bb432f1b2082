import { type Kysely, sql } from 'kysely';

/** The site settings with all their versions, and invitations with the people who accepted them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table site_settings (
    version integer not null primary key,
    settings text not null,
    restored_from integer,
    person_id text references people (id) on delete set null,
    saved_at bigint not null
  )`.execute(db);

  await sql`create table invitations (
    id text not null primary key,
    token_hash text not null unique,
    label text not null,
    person_id text references people (id) on delete set null,
    people_max integer not null,
    people_came integer not null default 0,
    created_at bigint not null,
    ends_at bigint not null,
    revoked_at bigint
  )`.execute(db);
  await sql`create index invitations_ends_at on invitations (ends_at)`.execute(db);

  await sql`create table invited_people (
    person_id text not null primary key references people (id) on delete cascade,
    invitation_id text not null references invitations (id) on delete cascade,
    came_at bigint not null
  )`.execute(db);
  await sql`create index invited_people_invitation on invited_people
    (invitation_id, came_at)`.execute(db);
}
