import { type Kysely, sql } from 'kysely';

/**
 * An older version leaves a blog's tags unchanged, and the blogs that it publishes have none. Triggers keep visibility
 * and creation time up to date, whichever version writes the blog.
 */
export const compatibleFrom = '0031-gone-blogs';

/** Condition for rows that every reader sees: published, not moderated, author's account not deleted. */
const visible = (row: string) =>
  `${row}state = 'published' and ${row}moderation = 'none' and ${row}account_hold = 0`;
const blogColumns = `id, title, image_url, image_alt, category, short_description, long_description,
  title_folded, word_count, author_id, created_at, updated_at, version, source_key, tags`;

/** The tags of a blog's text; all tags with one canonical spelling each; and the blogs of each tag. */
async function createTags(db: Kysely<never>, bytes: string): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const table of ['blogs', 'blog_revisions']) {
    await run(`alter table ${table} add column tags text not null default ''`);
  }
  await run(`create table tags (
    tag text ${bytes} not null primary key,
    name text not null,
    is_named integer not null default 0,
    renamed_to text ${bytes} references tags (tag) on delete cascade,
    rewrite_from text ${bytes},
    texts integer not null default 0,
    blogs integer not null default 0)`);
  await run('create index tags_renamed_to on tags (renamed_to) where renamed_to is not null');
  await run('create index tags_rewrite on tags (tag) where rewrite_from is not null');
  await run(`create index tags_unused on tags (tag)
    where texts = 0 and is_named = 0 and renamed_to is null`);
  await run('create index tags_shown on tags (tag) where blogs > 0');
  await run('create index tags_most_used on tags (blogs, tag) where blogs > 0');

  await run(`create table blog_tags (
    tag text ${bytes} not null references tags (tag),
    blog_id text not null references blogs (id) on delete cascade,
    created_at bigint not null,
    visible integer not null,
    primary key (tag, blog_id))`);
  await run('create index blog_tags_blog_id on blog_tags (blog_id)');
  await run(`create index blog_tags_newest on blog_tags (tag, created_at, blog_id)
    where visible = 1`);
}

/** Updates to `tags` when rows of `blog_tags` are inserted, updated or deleted. */
const counted = {
  insert: 'update tags set texts = texts + 1, blogs = blogs + new.visible where tag = new.tag;',
  update: 'update tags set blogs = blogs + new.visible - old.visible where tag = new.tag;',
  delete: 'update tags set texts = texts - 1, blogs = blogs - old.visible where tag = old.tag;',
} as const;
const events = Object.entries(counted);
const isMoved = `old.created_at <> new.created_at or (${visible('old.')}) <> (${visible('new.')})`;
const move = `update blog_tags
  set created_at = new.created_at, visible = case when ${visible('new.')} then 1 else 0 end
  where blog_id = new.id;`;

export async function up(): Promise<void> {}

export async function upSqlite(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await createTags(db, '');
  await run('drop view published_blogs');
  await run(`create view published_blogs as select ${blogColumns} from blogs
    where ${visible('')}`);
  for (const [event, step] of events) {
    const when = event === 'update' ? 'update of visible' : event;
    await run(`create trigger blog_tags_${event} after ${when} on blog_tags begin ${step} end`);
  }
  await run(`create trigger blogs_tags_moved
    after update of created_at, state, moderation, account_hold on blogs
    when ${isMoved} begin ${move} end`);
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await createTags(db, 'collate "C"');
  await run(`create or replace view published_blogs as select ${blogColumns} from blogs
    where ${visible('')}`);
  for (const [event, step] of events) {
    await run(`create function count_blog_tags_${event}() returns trigger language plpgsql as $$ begin
      ${step} return null; end $$`);
    const when = event === 'update' ? 'update of visible' : event;
    await run(`create trigger blog_tags_${event} after ${when} on blog_tags for each row
      execute function count_blog_tags_${event}()`);
  }
  await run(`create function move_blog_tags() returns trigger language plpgsql as $$ begin
    ${move} return null; end $$`);
  await run(`create trigger blogs_tags_moved
    after update of created_at, state, moderation, account_hold on blogs for each row
    when (${isMoved}) execute function move_blog_tags()`);
}
