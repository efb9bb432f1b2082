import { type Kysely, sql } from 'kysely';

/**
 * An older version treats an editor as a member, which is why `people.role` doesn't contain editors, and treats every
 * text as written by its author.
 */
export const compatibleFrom = '0031-gone-blogs';

/** Editors, and which versions of others' texts they saved or reverted. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run('alter table people add column is_editor integer not null default 0');
  await run(`create index people_staff on people (id)
    where (role <> 'member' or is_editor = 1)`);

  // Keyed by the blog's version, so that a save by an older version leaves no wrong row.
  await run(`create table blog_edits (
    blog_id text not null references blogs (id) on delete cascade,
    version integer not null,
    edited_at bigint,
    edited_by text references people (id) on delete set null,
    taken_back_at bigint,
    taken_back_by text references people (id) on delete set null,
    primary key (blog_id, version))`);
  await run('create index blog_edits_edited_by on blog_edits (edited_by, blog_id, version)');
  await run(
    'create index blog_edits_taken_back_by on blog_edits (taken_back_by, blog_id, version)',
  );
}
