import { type Kysely, sql } from 'kysely';

/** Of each kind of row that waits, the names within it of what a person wrote. */
const texts = {
  blog: ['title', 'image_url', 'category', 'short_description', 'long_description'],
  'blog-revision': ['title', 'image_url', 'category', 'short_description', 'long_description'],
  'blog-draft': ['text'],
  comment: ['text'],
} as const;

/** What waits until an act is undone is held without an end, so it counts as what is seen does; the rest goes soon. */
const waits = (row: string) => `${row}.deletion_id is not null and ${row}.ends_at is null`;

/** The bytes of what a person wrote in a row that waits, by the name that the row goes by. */
function bytesOf(row: string, textIn: (name: string) => string): string {
  const sums = Object.entries(texts).map(([kind, names]) => {
    const sum = names.map((name) => `octet_length(${textIn(name)})`).join(' + ');
    return `when '${kind}' then ${sum}`;
  });
  return `coalesce(case ${row}.kind ${sums.join(' ')} else 0 end, 0)`;
}

/** Blogs that are drafts again, which wait for as long as their authors like, count among what these hold. */
export async function up(): Promise<void> {}

export async function upSqlite(db: Kysely<never>): Promise<void> {
  const bytes = (row: string) => bytesOf(row, (name) => `json_extract(${row}."row", '$.${name}')`);
  const added = `insert into account_usage (person_id, text_bytes)
    select new.person_id, ${bytes('new')} where ${waits('new')}
    on conflict (person_id) do update set text_bytes = text_bytes + excluded.text_bytes;`;
  const gone = `update account_usage set text_bytes = text_bytes - ${bytes('old')}
    where person_id = old.person_id and ${waits('old')};`;
  for (const [name, event, steps] of [
    ['added', 'insert', added],
    ['changed', 'update', `${gone} ${added}`],
    ['gone', 'delete', gone],
  ] as const) {
    await sql
      .raw(
        `create trigger set_aside_rows_${name} after ${event} on set_aside_rows begin ${steps} end`,
      )
      .execute(db);
  }
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  const bytes = bytesOf('t', (name) => `t."row"::json ->> '${name}'`);
  const counted = (rows: string, sign: string) =>
    `select t.person_id as id, ${sign}(${bytes}) as n from ${rows} t where ${waits('t')}`;
  const begin = `insert into account_usage (person_id)
    select distinct t.person_id from added t where ${waits('t')}
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
        `create function count_set_aside_rows_${name}() returns trigger language plpgsql
         as $$ begin ${steps} return null; end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger set_aside_rows_${name} after ${event} on set_aside_rows referencing ${seen}
         for each statement execute function count_set_aside_rows_${name}()`,
      )
      .execute(db);
  }
}
