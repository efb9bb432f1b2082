import { type Kysely, sql } from 'kysely';

/** Names of the JSON fields with text that a person wrote, by kind of row. */
const texts = {
  blog: ['title', 'image_url', 'category', 'short_description', 'long_description'],
  'blog-revision': ['title', 'image_url', 'category', 'short_description', 'long_description'],
  'blog-draft': ['text'],
  comment: ['text'],
} as const;

/**
 * A row kept until its deletion is undone has no expiry, so it counts like a visible one; a row with an expiry is
 * deleted soon.
 */
const waits = (row: string) =>
  `${row}.deletion_id is not null and ${row}.ends_at is null and ${row}.person_id is not null`;

/** Bytes of text that a person wrote in a set-aside row; `row` is the row's alias. */
function bytesOf(row: string, textIn: (name: string) => string): string {
  const sums = Object.entries(texts).map(([kind, names]) => {
    const sum = names.map((name) => `octet_length(${textIn(name)})`).join(' + ');
    return `when '${kind}' then ${sum}`;
  });
  return `coalesce(case ${row}.kind ${sums.join(' ')} else 0 end, 0)`;
}

/**
 * Unpublished blogs, which are kept without limit, and earlier states of drafts count towards their authors' storage.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table saved_drafts add column state_at bigint not null default 0`.execute(db);
  await db.schema
    .createTable('draft_states')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('person_id', 'text', (column) =>
      column.notNull().references('people.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('word_count', 'integer')
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint')
    .execute();
  const index = (statement: string) => sql.raw(`create index ${statement}`).execute(db);
  await index('draft_states_person_id_key_id on draft_states (person_id, key, id)');
  await index('draft_states_ends_at on draft_states (ends_at) where ends_at is not null');
}

/** Bytes counted for a row that is not JSON; `row` is the row's alias. */
const stateBytes = (row: string) => `octet_length(${row}.text)`;

export async function upSqlite(db: Kysely<never>): Promise<void> {
  const bytes = (row: string) => bytesOf(row, (name) => `json_extract(${row}."row", '$.${name}')`);
  await countSqlite(db, 'set_aside_rows', bytes, waits);
  await countSqlite(db, 'draft_states', stateBytes, () => 'true');
}

type OfRow = (row: string) => string;

async function countSqlite(db: Kysely<never>, table: string, bytes: OfRow, counts: OfRow) {
  const added = `insert into account_usage (person_id, text_bytes)
    select new.person_id, ${bytes('new')} where ${counts('new')}
    on conflict (person_id) do update set text_bytes = text_bytes + excluded.text_bytes;`;
  const gone = `update account_usage set text_bytes = text_bytes - ${bytes('old')}
    where person_id = old.person_id and ${counts('old')};`;
  for (const [name, event, steps] of [
    ['added', 'insert', added],
    ['changed', 'update', `${gone} ${added}`],
    ['gone', 'delete', gone],
  ] as const) {
    await sql
      .raw(`create trigger ${table}_${name} after ${event} on ${table} begin ${steps} end`)
      .execute(db);
  }
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  const bytes = bytesOf('t', (name) => `t."row"::json ->> '${name}'`);
  await countPostgres(db, 'set_aside_rows', bytes, waits('t'));
  await countPostgres(db, 'draft_states', stateBytes('t'), 'true');
}

async function countPostgres(db: Kysely<never>, table: string, bytes: string, counts: string) {
  const counted = (rows: string, sign: string) =>
    `select t.person_id as id, ${sign}(${bytes}) as n from ${rows} t where ${counts}`;
  const begin = `insert into account_usage (person_id)
    select distinct t.person_id from added t where ${counts}
    order by 1 on conflict (person_id) do nothing;`;
  for (const [name, event, seen, rows] of [
    ['added', 'insert', 'new table as added', [counted('added', '')]],
    [
      'changed',
      'update',
      'old table as gone new table as added',
      [counted('added', ''), counted('gone', '-')],
    ],
    ['gone', 'delete', 'old table as gone', [counted('gone', '-')]],
  ] as const) {
    const steps = `${name === 'gone' ? '' : begin}
      update account_usage set text_bytes = text_bytes + sums.n
      from (select id, sum(n) as n from (${rows.join(' union all ')}) as counted group by id) as sums
      where account_usage.person_id = sums.id and sums.n <> 0;`;
    await sql
      .raw(
        `create function count_${table}_${name}() returns trigger language plpgsql
         as $$ begin ${steps} return null; end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger ${table}_${name} after ${event} on ${table} referencing ${seen}
         for each statement execute function count_${table}_${name}()`,
      )
      .execute(db);
  }
}
