import { type Kysely, sql } from 'kysely';

/** Texts that staff hide, marks of blogs, and reports. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table held_texts (
    kind text not null,
    id text not null,
    state text not null,
    author_id text references people (id) on delete cascade,
    blog_id text not null,
    label text not null,
    label_folded text not null,
    source_key text,
    reason text not null,
    batch text,
    created_at bigint not null,
    held_at bigint not null,
    ends_at bigint,
    primary key (kind, id)
  )`.execute(db);
  const index = (statement: string) => sql.raw(`create index ${statement}`).execute(db);
  await index('held_texts_of_state on held_texts (kind, state, held_at, id)');
  await index('held_texts_of_author on held_texts (author_id, held_at, id)');
  await index('held_texts_batch on held_texts (batch) where batch is not null');
  await index('held_texts_source_key on held_texts (source_key) where source_key is not null');
  await index('held_texts_ends_at on held_texts (ends_at) where ends_at is not null');

  await sql`create table blog_marks (
    blog_id text not null,
    mark text not null,
    reason text not null,
    set_at bigint not null,
    primary key (blog_id, mark)
  )`.execute(db);
  await index('blog_marks_of_mark on blog_marks (mark, set_at, blog_id)');

  await sql`create table reports (
    id text not null primary key,
    kind text not null,
    subject_id text not null,
    person_id text not null references people (id) on delete cascade,
    reason text not null,
    note text not null,
    weight integer not null,
    created_at bigint not null,
    closed_at bigint
  )`.execute(db);
  await sql`create unique index reports_once on reports (kind, subject_id, person_id)`.execute(db);
  await index('reports_of_person on reports (person_id, id)');

  await sql`create table report_cases (
    kind text not null,
    subject_id text not null,
    open integer not null,
    weight integer not null,
    first_at bigint not null,
    primary key (kind, subject_id)
  )`.execute(db);
  await index(
    'report_cases_open on report_cases (weight desc, first_at, kind, subject_id) where open > 0',
  );
}

/** A row without an author has neither holder nor person. SQLite can't drop a constraint, so the table is rebuilt. */
export async function upSqlite(db: Kysely<never>): Promise<void> {
  await sql`create table set_aside_rows_anew (
    kind text not null,
    row_id text not null,
    holder_id text references people (id) on delete cascade,
    person_id text references people (id) on delete cascade,
    row text not null,
    deletion_id text,
    ends_at bigint,
    constraint set_aside_rows_key primary key (kind, row_id)
  )`.execute(db);
  await sql`insert into set_aside_rows_anew
      (kind, row_id, holder_id, person_id, row, deletion_id, ends_at)
    select kind, row_id, holder_id, person_id, row, deletion_id, ends_at
    from set_aside_rows`.execute(db);
  await sql`drop table set_aside_rows`.execute(db);
  await sql`alter table set_aside_rows_anew rename to set_aside_rows`.execute(db);
  const index = (statement: string) => sql.raw(`create index ${statement}`).execute(db);
  await index('set_aside_rows_holder_id_kind_row_id on set_aside_rows (holder_id, kind, row_id)');
  await index(`set_aside_rows_deletion on set_aside_rows
    (holder_id, deletion_id, kind, row_id) where deletion_id is not null`);
  await index('set_aside_rows_person on set_aside_rows (person_id, kind, row_id)');
  await index('set_aside_rows_ends_at on set_aside_rows (ends_at) where ends_at is not null');
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`alter table set_aside_rows alter column holder_id drop not null`.execute(db);
  await sql`alter table set_aside_rows alter column person_id drop not null`.execute(db);
}
