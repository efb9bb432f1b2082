import { type Kysely, sql } from 'kysely';

/** Columns with text that a person wrote, and each table's owner expression: the triggers of 0006 count these. */
const texts = [
  'title',
  'image_url',
  'image_alt',
  'category',
  'short_description',
  'long_description',
] as const;
const owners = {
  blogs: (row: string) => `${row}.author_id`,
  blog_revisions: (row: string) => `(select author_id from blogs where id = ${row}.blog_id)`,
} as const;
type TextTable = keyof typeof owners;
const tables = Object.keys(owners) as TextTable[];

const bytesOf = (row: string) => texts.map((name) => `octet_length(${row}.${name})`).join(' + ');

/**
 * Alternative texts of covers, and the number of a text's pictures without one, which only rendering can determine.
 * Stored bytes include the alternative text.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of tables) {
    await sql.raw(`alter table ${table} add column image_alt text not null default ''`).execute(db);
  }
  // Null until the blog is rendered again.
  await sql`alter table blog_html add column undescribed integer`.execute(db);
}

/**
 * Bytes of text in a set-aside row, by its kind: the triggers of 0019 count these. Older rows have no alternative text.
 */
function waitingBytes(row: string, textIn: (name: string) => string): string {
  const blog = texts
    .map((name) => `octet_length(${textIn(name)})`)
    .map((bytes, index) => (texts[index] === 'image_alt' ? `coalesce(${bytes}, 0)` : bytes))
    .join(' + ');
  const text = `octet_length(${textIn('text')})`;
  return `coalesce(case ${row}.kind when 'blog' then ${blog} when 'blog-revision' then ${blog}
    when 'blog-draft' then ${text} when 'comment' then ${text} else 0 end, 0)`;
}
const waits = (row: string) => `${row}.deletion_id is not null and ${row}.ends_at is null`;

const revisionsOfOld = `(select coalesce(sum(${bytesOf('r')}), 0)
  from blog_revisions r where r.blog_id = old.id)`;
const letGoOfRevisions = `update account_usage set text_bytes = text_bytes - ${revisionsOfOld}
  where person_id = old.author_id`;

function sqliteStep(table: TextTable, sign: '+' | '-'): string {
  const row = sign === '+' ? 'new' : 'old';
  const owner = owners[table](row);
  if (sign === '-') {
    return `update account_usage set text_bytes = text_bytes - (${bytesOf(row)}) where person_id = ${owner};`;
  }
  return `insert into account_usage (person_id, text_bytes)
    select ${owner}, ${bytesOf(row)} where ${owner} is not null
    on conflict (person_id) do update set text_bytes = text_bytes + excluded.text_bytes;`;
}

export async function upSqlite(db: Kysely<never>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const table of tables) {
    const columns = [...texts, ...(table === 'blogs' ? ['author_id'] : [])].join(', ');
    const added = sqliteStep(table, '+');
    const gone = sqliteStep(table, '-');
    for (const [name, event, steps] of [
      ['added', 'insert', added],
      ['changed', `update of ${columns}`, `${gone} ${added}`],
      ['gone', 'delete', gone],
    ] as const) {
      await run(`drop trigger ${table}_${name}`);
      await run(`create trigger ${table}_${name} after ${event} on ${table} begin ${steps} end`);
    }
  }
  const waiting = (row: string) =>
    waitingBytes(row, (name) => `json_extract(${row}."row", '$.${name}')`);
  const added = `insert into account_usage (person_id, text_bytes)
    select new.person_id, ${waiting('new')} where ${waits('new')}
    on conflict (person_id) do update set text_bytes = text_bytes + excluded.text_bytes;`;
  const gone = `update account_usage set text_bytes = text_bytes - ${waiting('old')}
    where person_id = old.person_id and ${waits('old')};`;
  for (const [name, event, steps] of [
    ['added', 'insert', added],
    ['changed', 'update', `${gone} ${added}`],
    ['gone', 'delete', gone],
  ] as const) {
    await run(`drop trigger set_aside_rows_${name}`);
    await run(
      `create trigger set_aside_rows_${name} after ${event} on set_aside_rows begin ${steps} end`,
    );
  }
  await run('drop trigger blogs_going');
  await run(`create trigger blogs_going before delete on blogs begin ${letGoOfRevisions}; end`);
  await run('drop trigger blogs_given');
  await run(
    `create trigger blogs_given after update of author_id on blogs
     when old.author_id is not new.author_id begin
       ${letGoOfRevisions};
       update account_usage set text_bytes = text_bytes + ${revisionsOfOld}
       where person_id = new.author_id;
     end`,
  );
}

/** For the inserted and deleted rows `t`: the owner, the counted bytes, and a filter. */
interface Counted {
  readonly owner: string;
  readonly bytes: string;
  readonly where: string;
}

function postgresCount({ owner, bytes, where }: Counted, added: boolean, gone: boolean): string {
  const rows = [
    ...(added ? [`select ${owner} as id, ${bytes} as n from added t where ${where}`] : []),
    ...(gone ? [`select ${owner} as id, -(${bytes}) as n from gone t where ${where}`] : []),
  ].join(' union all ');
  const begin = `insert into account_usage (person_id)
    select distinct ${owner} from added t where ${where} and ${owner} is not null
    order by 1 on conflict (person_id) do nothing;`;
  return `${added ? begin : ''}
    update account_usage set text_bytes = text_bytes + sums.n
    from (select id, sum(n) as n from (${rows}) as counted group by id) as sums
    where account_usage.person_id = sums.id and sums.n <> 0;
    return null;`;
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  const replace = (name: string, body: string) =>
    sql
      .raw(
        `create or replace function count_${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
      )
      .execute(db);
  const waiting = waitingBytes('t', (name) => `t."row"::json ->> '${name}'`);
  const counted = {
    blogs: { owner: owners.blogs('t'), bytes: bytesOf('t'), where: 'true' },
    blog_revisions: { owner: owners.blog_revisions('t'), bytes: bytesOf('t'), where: 'true' },
    set_aside_rows: { owner: 't.person_id', bytes: waiting, where: waits('t') },
  };
  for (const [table, of] of Object.entries(counted)) {
    await replace(`${table}_added`, postgresCount(of, true, false));
    await replace(`${table}_changed`, postgresCount(of, true, true));
    await replace(`${table}_gone`, postgresCount(of, false, true));
  }
  await replace('blogs_going', `${letGoOfRevisions}; return old;`);
  await replace(
    'blogs_given',
    `${letGoOfRevisions};
     update account_usage set text_bytes = text_bytes + ${revisionsOfOld} where person_id = new.author_id;
     return null;`,
  );
}
