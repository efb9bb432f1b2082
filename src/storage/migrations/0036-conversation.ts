import { type Kysely, sql } from 'kysely';

/**
 * An older version ignores threads: its comments reply to none, and it lists replies as plain comments. It doesn't show
 * comments that an author hid, because it reads the view.
 */
export const compatibleFrom = '0031-gone-blogs';

const visible = (row: string) =>
  `${row}state = 'published' and ${row}moderation = 'none' and ${row}account_hold = 0`;
/**
 * The old columns come first: PostgreSQL's `create or replace view` can only append columns, and it keeps the view for
 * concurrent readers.
 */
const view = `published_comments as
  select c.id, c.blog_id, c.person_id, c.text, c.created_at, c.reply_to, c.answered_id, c.edited_at,
    coalesce(c.reply_to, c.id) as thread_id
  from comments c join blogs b on b.id = c.blog_id
  where ${visible('c.')} and c.author_hidden_at is null and ${visible('b.')}`;

/** Replies to comments, edits within a limited time, comments hidden by the blog's author, and closed comments. */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // No foreign key: replies outlive the comment that they answer, whose id keeps their place in the order.
  await run('alter table comments add column reply_to text');
  await run('alter table comments add column answered_id text');
  await run('alter table comments add column edited_at bigint');
  await run('alter table comments add column author_hidden_at bigint');
  await run('create index comments_in_threads on comments (blog_id, (coalesce(reply_to, id)), id)');
  const hidden = 'where author_hidden_at is not null';
  await run(`create index comments_author_hidden on comments (id) ${hidden}`);
  await run(
    `create index comments_author_hidden_on_blog on comments (blog_id, author_hidden_at, id) ${hidden}`,
  );
  await run(
    `create index comments_author_hidden_of_person on comments (person_id, author_hidden_at, id) ${hidden}`,
  );
  await run(`create table closed_comments (
    blog_id text primary key references blogs (id) on delete cascade,
    closed_at bigint not null
  )`);
}

export async function upSqlite(db: Kysely<never>): Promise<void> {
  await sql.raw('drop view published_comments').execute(db);
  await sql.raw(`create view ${view}`).execute(db);
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql.raw(`create or replace view ${view}`).execute(db);
}
