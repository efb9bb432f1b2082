import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ReportRows } from '../upgrade-hooks.ts';
import {
  countedEvents,
  countedTables,
  countOnPostgres,
  countOnSqlite,
  recount,
} from './0024-counts.ts';

/** Condition for rows that every reader sees: published, not moderated, author's account not deleted. */
const visible = (row: string) =>
  `${row}state = 'published' and ${row}moderation = 'none' and ${row}account_hold = 0`;

const texts = [
  'title',
  'image_url',
  'image_alt',
  'category',
  'short_description',
  'long_description',
] as const;
const bytesOf = (names: readonly string[]) =>
  names.map((name) => `octet_length(${name})`).join(' + ');

/** Fills the byte counts of all texts and restores the set-aside rows. */
export const rewrites = true;

/**
 * Rows stay in their table whatever the state of their text, which is in columns. Rows of `set_aside_rows`, which held
 * hidden rows as JSON, return to their tables, and the table is dropped.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const life = (states: string) => [
    `state text not null default 'published' check (state in (${states}))`,
    'removed_until bigint',
    `moderation text not null default 'none'
      check (moderation in ('none', 'waiting', 'hidden', 'removed'))`,
    'account_hold integer not null default 0',
    'bytes integer not null default 0',
  ];
  for (const column of life("'draft', 'published', 'removed'")) {
    await run(`alter table blogs add column ${column}`);
  }
  await run('alter table blogs add column former_state text');
  await run(
    'alter table blogs add column former_author_id text references people (id) on delete set null',
  );
  for (const column of life("'published', 'removed'")) {
    await run(`alter table comments add column ${column}`);
  }
  await run('alter table blog_revisions add column bytes integer not null default 0');
  await run('alter table saved_drafts add column removed_until bigint');

  await run('drop index held_texts_source_key');
  for (const name of ['of_state', 'of_author', 'batch', 'ends_at', 'waiting', 'batch_of_author']) {
    await run(`drop index held_texts_${name}`);
  }
  await run('alter table held_texts rename to moderation_holds');
  await run('alter table moderation_holds drop column source_key');
  for (const index of [
    'moderation_holds_of_state on moderation_holds (kind, state, held_at, id)',
    'moderation_holds_of_author on moderation_holds (author_id, held_at, id)',
    'moderation_holds_batch on moderation_holds (batch) where batch is not null',
    'moderation_holds_ends_at on moderation_holds (ends_at) where ends_at is not null',
    `moderation_holds_waiting on moderation_holds (author_id, kind)
      where state = 'waiting' and ends_at is null`,
    `moderation_holds_batch_of_author on moderation_holds (author_id, batch)
      where batch is not null`,
  ]) {
    await run(`create index ${index}`);
  }

  // Recreated below as partial indexes of visible rows only.
  for (const name of ['blogs_newest', 'blogs_newest_in_category', 'blogs_longest']) {
    await run(`drop index ${name}`);
  }

  // Search looks up a word by its forms; a background job deletes the forms of words that are no longer in any title.
  await run('create table lost_title_words (word text not null primary key)');
}

/** The rows to restore, as SQL of one engine. */
interface SetAside {
  /** The from clause: `s` is the row of `set_aside_rows`. */
  readonly from: string;
  /** SQL for a JSON value by name and type. */
  readonly field: (name: string, type: 'text' | 'bigint') => string;
}

/** SQL for 1 if the author's account is deleted, else 0; `author` is a column or value. */
const isAway = (author: string) =>
  `case when exists (select 1 from people where people.id = ${author} and people.ends_at is not null) then 1 else 0 end`;

/** SQL for the moderation state of `s`. */
const heldAs = (kind: string) =>
  `case when s.deletion_id = 'held ' || s.row_id then coalesce(
    (select state from moderation_holds where moderation_holds.kind = '${kind}'
      and moderation_holds.id = s.row_id), 'hidden') else 'none' end`;

async function restoreRows(db: Kysely<never>, { from, field }: SetAside): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  const textField = (name: string) => field(name, 'text');
  await renameTwins(db);

  const isRemovedByAuthor = `s.ends_at is not null and ${heldAs('blog')} <> 'removed'`;
  const author = `(select people.id from people where people.id = ${textField('author_id')})`;
  await run(`insert into blogs (id, title, title_folded, image_url, image_alt, category,
      short_description, long_description, word_count, author_id, created_at, updated_at, version,
      state, former_state, removed_until, moderation, account_hold)
    select s.row_id, ${textField('title')}, ${textField('title_folded')},
      ${textField('image_url')}, coalesce(${textField('image_alt')}, ''), ${textField('category')},
      ${textField('short_description')}, ${textField('long_description')},
      ${field('word_count', 'bigint')}, ${author}, ${field('created_at', 'bigint')},
      ${field('updated_at', 'bigint')}, ${field('version', 'bigint')},
      case when ${isRemovedByAuthor} then 'removed'
        when s.deletion_id = 'draft ' || s.row_id then 'draft' else 'published' end,
      case when not (${isRemovedByAuthor}) then null
        when s.deletion_id = 'draft ' || s.row_id then 'draft' else 'published' end,
      case when ${isRemovedByAuthor} then s.ends_at end,
      ${heldAs('blog')}, ${isAway(textField('author_id'))}
    from ${from} and s.kind = 'blog'`);
  // If another import has created the blog again, the restored one becomes separate, without a source key.
  const key = textField('source_key');
  await run(`update blogs set source_key = (select ${key} from ${from} and s.kind = 'blog'
      and s.row_id = blogs.id)
    where id in (select min(s.row_id) from ${from} and s.kind = 'blog' and ${key} is not null
      and ${key} not in (select b.source_key from blogs b where b.source_key is not null)
      group by ${key})`);

  await run(`insert into blog_revisions (blog_id, version, title, image_url, image_alt, category,
      short_description, long_description, word_count, saved_at)
    select ${textField('blog_id')}, ${field('version', 'bigint')}, ${textField('title')},
      ${textField('image_url')}, coalesce(${textField('image_alt')}, ''), ${textField('category')},
      ${textField('short_description')}, ${textField('long_description')},
      ${field('word_count', 'bigint')}, ${field('saved_at', 'bigint')}
    from ${from} and s.kind = 'blog-revision'
      and exists (select 1 from blogs b where b.id = ${textField('blog_id')})
    on conflict do nothing`);

  await run(`insert into saved_drafts (person_id, key, text, base_tag, revision, device, sequence,
      saved_at, title, word_count, undescribed, publish_at, publish_failure, preview_hash, state_at,
      removed_until)
    select ${textField('person_id')}, ${textField('key')}, ${textField('text')},
      ${textField('base_tag')}, ${textField('revision')}, ${textField('device')},
      ${field('sequence', 'bigint')}, ${field('saved_at', 'bigint')},
      coalesce(${textField('title')}, ''), ${field('word_count', 'bigint')},
      ${field('undescribed', 'bigint')}, ${field('publish_at', 'bigint')},
      ${textField('publish_failure')}, ${textField('preview_hash')},
      coalesce(${field('state_at', 'bigint')}, 0), s.ends_at
    from ${from} and s.kind = 'blog-draft'
      and exists (select 1 from people where people.id = ${textField('person_id')})
    on conflict do nothing`);

  // A comment whose blog is gone for good can't be restored.
  const isOwnRemoval = `s.deletion_id = s.row_id`;
  await run(`insert into comments (id, blog_id, person_id, text, created_at, state, removed_until,
      moderation, account_hold)
    select s.row_id, ${textField('blog_id')}, ${textField('person_id')}, ${textField('text')},
      ${field('created_at', 'bigint')},
      case when ${isOwnRemoval} then 'removed' else 'published' end,
      case when ${isOwnRemoval} then s.ends_at end,
      ${heldAs('comment')}, ${isAway(textField('person_id'))}
    from ${from} and s.kind = 'comment'
      and exists (select 1 from blogs b where b.id = ${textField('blog_id')})
      and exists (select 1 from people where people.id = ${textField('person_id')})
    on conflict do nothing`);

  await run(`update blogs set former_author_id = (select s.holder_id from set_aside_rows s
      where s.kind = 'authorship' and s.row_id = blogs.id)
    where author_id is null
      and id in (select row_id from set_aside_rows where kind = 'authorship')`);
}

/**
 * A set-aside blog whose id is in use by another blog. No such case is known, but no blog may be lost: it gets a new
 * id.
 */
async function renameTwins(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select row_id as id from set_aside_rows
    where kind = 'blog' and row_id in (select id from blogs)`.execute(db);
  for (const { id } of rows) {
    const other = randomUUID();
    await sql`update set_aside_rows set row_id = ${other},
        deletion_id = case when deletion_id = ${id} then ${other}
          when deletion_id = ${`draft ${id}`} then ${`draft ${other}`}
          when deletion_id = ${`held ${id}`} then ${`held ${other}`} else deletion_id end
      where kind = 'blog' and row_id = ${id}`.execute(db);
    await sql`update moderation_holds set id = ${other}, blog_id = ${other}
      where kind = 'blog' and id = ${id}`.execute(db);
  }
}

/** Rows per batch. */
const rowsAtOnce = 1_000;

/** Fills the byte counts in batches, in index order. */
async function fillBytes(
  db: Kysely<never>,
  table: string,
  key: string,
  columns: readonly string[],
  report: ReportRows,
): Promise<void> {
  const counted = sql.raw(bytesOf(columns));
  const [name, id] = [sql.table(table), sql.ref(key)];
  const { rows: all } = await sql<{ n: number }>`select count(*) as n from ${name}`.execute(db);
  let done = 0;
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string }>`select ${id} as id from ${name}
      where ${id} > ${last} order by ${id} limit ${rowsAtOnce}`.execute(db);
    const end = rows.at(-1)?.id;
    if (end === undefined) return;
    // Includes all revisions of the batch's last blog, which may have more.
    await sql`update ${name} set bytes = ${counted} where ${id} > ${last} and ${id} <= ${end}`.execute(
      db,
    );
    done += rows.length;
    report(done, Number(all[0]?.n), table.replace('_', ' '));
    last = end;
  }
}

/** Moderation holds, byte counts, indexes, views and totals, once every text is in its table. */
async function settle(db: Kysely<never>, report: ReportRows): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  // Each hold belongs to a held text, and each held text has a hold.
  for (const [kind, table] of [
    ['blog', 'blogs'],
    ['comment', 'comments'],
  ] as const) {
    const [author, label, blog] =
      kind === 'blog' ? ['author_id', 'title', 'id'] : ['person_id', 'text', 'blog_id'];
    await run(`delete from moderation_holds where kind = '${kind}'
      and not exists (select 1 from ${table} t where t.id = moderation_holds.id)`);
    await run(`update ${table} set moderation = (select state from moderation_holds h
        where h.kind = '${kind}' and h.id = ${table}.id)
      where id in (select id from moderation_holds where kind = '${kind}')`);
    await run(`insert into moderation_holds (kind, id, state, author_id, blog_id, label,
        label_folded, reason, batch, created_at, held_at, ends_at)
      select '${kind}', t.id, t.moderation, t.${author}, t.${blog}, substr(t.${label}, 1, 200),
        lower(substr(t.${label}, 1, 200)), '', null, t.created_at, t.created_at, t.removed_until
      from ${table} t where t.moderation <> 'none' and not exists
        (select 1 from moderation_holds h where h.kind = '${kind}' and h.id = t.id)`);
  }
  // Rendered in the background or at the first read.
  await run(`insert into blog_html (blog_id, html, renderer, blog_version, blog_updated_at)
    select id, '', '', 0, 0 from blogs where id not in (select blog_id from blog_html)`);
  await fillBytes(db, 'blogs', 'id', texts, report);
  await fillBytes(db, 'blog_revisions', 'blog_id', texts, report);
  await fillBytes(db, 'comments', 'id', ['text'], report);
  await run('drop table set_aside_rows');

  const index = (statement: string) => run(`create index ${statement}`);
  await index(`blogs_newest on blogs (created_at, id) where ${visible('')}`);
  await index(`blogs_newest_in_category on blogs (category, created_at, id) where ${visible('')}`);
  await index(`blogs_longest on blogs (word_count, id) where ${visible('')}`);
  await index('blogs_removed_until on blogs (removed_until) where removed_until is not null');
  await index(
    'blogs_removed_of_author on blogs (author_id, removed_until, id) where removed_until is not null',
  );
  await index('blogs_former_author on blogs (former_author_id) where former_author_id is not null');
  await index('comments_removed_until on comments (removed_until) where removed_until is not null');
  await index(
    'comments_removed_of_person on comments (person_id, removed_until, id) where removed_until is not null',
  );
  await index(
    'saved_drafts_removed_until on saved_drafts (removed_until) where removed_until is not null',
  );

  const blogColumns = `id, ${texts.join(', ')}, title_folded, word_count, author_id, created_at,
    updated_at, version, source_key`;
  await run(`create view published_blogs as select ${blogColumns} from blogs
    where ${visible('')}`);
  await run(`create view published_comments as
    select c.id, c.blog_id, c.person_id, c.text, c.created_at
    from comments c join blogs b on b.id = c.blog_id
    where ${visible('c.')} and ${visible('b.')}`);

  await recount(db);
}

export async function upSqlite(db: Kysely<never>, report: ReportRows): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const table of [...countedTables, 'set_aside_rows']) {
    for (const name of ['added', 'changed', 'gone']) await run(`drop trigger ${table}_${name}`);
  }
  for (const name of ['going', 'given', 'counted', 'handed_on', 'uncounted']) {
    await run(`drop trigger blogs_${name}`);
  }
  await restoreRows(db, {
    from: 'set_aside_rows s where true',
    field: (name) => `json_extract(s."row", '$.${name}')`,
  });
  await settle(db, report);
  await countOnSqlite(db);
}

export async function upPostgres(db: Kysely<never>, report: ReportRows): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const table of [...countedTables, 'set_aside_rows']) {
    for (const [name] of countedEvents) {
      await run(`drop trigger ${table}_${name} on ${table}`);
      await run(`drop function count_${table}_${name}()`);
    }
  }
  for (const [name, functionName] of [
    ['going', 'count_blogs_going'],
    ['given', 'count_blogs_given'],
    ['counted', 'blogs_counted'],
    ['handed_on', 'blogs_handed_on'],
    ['uncounted', 'blogs_uncounted'],
  ] as const) {
    await run(`drop trigger blogs_${name} on blogs`);
    await run(`drop function ${functionName}()`);
  }
  await restoreRows(db, {
    from: `set_aside_rows s, lateral (select s."row"::json as j) as of_row where true`,
    field: (name, type) => `(j ->> '${name}')::${type}`,
  });
  await settle(db, report);
  await countOnPostgres(db);
}
