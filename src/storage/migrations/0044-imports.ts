import { type Kysely, sql } from 'kysely';

/** An older version imports Markdown only and reads none of these tables. */
export const compatibleFrom = '0031-gone-blogs';

/** Texts imported from other systems, so that each is imported once; and imports that owners upload in the browser. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // No foreign key to the blog: a text that was removed here is not imported again, even after its row is deleted.
  await run(`create table imported_texts (
    source_key text not null primary key,
    blog_id text not null,
    state text not null,
    fingerprint text not null,
    imported_at bigint not null)`);
  // No foreign key to the comment, for the same reason.
  await run(`create table imported_comments (
    blog_id text not null references blogs (id) on delete cascade,
    comment_key text not null,
    comment_id text not null,
    primary key (blog_id, comment_key))`);
  // Imported authors without an account are looked up by name.
  await run(
    'create index people_without_account on people (name) where email is null and subject is null',
  );

  await run(`create table imports (
    id text not null primary key,
    stage text not null,
    file_name text not null,
    bytes bigint not null,
    received bigint not null,
    system text not null default '',
    options text not null default '{}',
    preview text not null default '{}',
    counts text not null default '{}',
    done integer not null default 0,
    reason text not null default '',
    created_at bigint not null,
    changed_at bigint not null,
    ends_at bigint not null)`);
  await run('create index imports_ends_at on imports (ends_at)');
  await run(`create table import_lines (
    import_id text not null references imports (id) on delete cascade,
    place integer not null,
    kind text not null,
    name text not null,
    outcome text not null,
    detail text not null,
    primary key (import_id, place))`);
}
