import { type Kysely, sql } from 'kysely';

/** Columns with text that a person wrote, by table. */
const texts = {
  blogs: ['title', 'image_url', 'category', 'short_description', 'long_description'],
  blog_revisions: ['title', 'image_url', 'category', 'short_description', 'long_description'],
  saved_drafts: ['text'],
  comments: ['text'],
} as const;
type TextTable = keyof typeof texts;

/** SQL for the owner of a row of `table`; `row` is the row's alias. */
const owners: Readonly<Record<TextTable, (row: string) => string>> = {
  blogs: (row) => `${row}.author_id`,
  blog_revisions: (row) => `(select author_id from blogs where id = ${row}.blog_id)`,
  saved_drafts: (row) => `${row}.person_id`,
  comments: (row) => `${row}.person_id`,
};

function bytesOf(table: TextTable, row: string): string {
  return texts[table].map((column) => `octet_length(${row}.${column})`).join(' + ');
}

const tables = Object.keys(texts) as TextTable[];

/**
 * Bytes of text that each person stores, counted by triggers so that every write is covered; and each person's activity
 * in the last day.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('account_usage')
    .addColumn('person_id', 'text', (column) =>
      column.primaryKey().references('people.id').onDelete('cascade'),
    )
    .addColumn('text_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('day_began_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('blogs', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('comments', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('written_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  const kept = tables.map(
    (table) =>
      `select ${owners[table]('t')} as person_id, ${bytesOf(table, 't')} as n from ${table} t`,
  );
  await sql
    .raw(
      `insert into account_usage (person_id, text_bytes)
       select person_id, sum(n) from (${kept.join(' union all ')}) as kept
       where person_id is not null group by person_id`,
    )
    .execute(db);

  await db.schema
    .createTable('leases')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('leases_expires_at').on('leases').column('expires_at').execute();

  // Sorted by owner and id: a download continues after the last row that it read.
  await db.schema.dropIndex('blogs_author').execute();
  await db.schema.createIndex('blogs_author').on('blogs').columns(['author_id', 'id']).execute();
  await db.schema
    .createIndex('comments_person_id_id')
    .on('comments')
    .columns(['person_id', 'id'])
    .execute();

  // The keys held plain addresses of people and networks; the counts are at most hours old.
  await sql`delete from counted_tries`.execute(db);

  // Spellings of words that are in no title: no earlier version deleted them.
  await sql`delete from title_word_spellings where not exists
    (select 1 from title_words where title_words.word = title_word_spellings.word)`.execute(db);
}

/** Adds or subtracts the row's bytes for its owner; no effect if it has no owner or the account is being deleted. */
function sqliteStep(table: TextTable, sign: '+' | '-'): string {
  const row = sign === '+' ? 'new' : 'old';
  const owner = owners[table](row);
  const bytes = bytesOf(table, row);
  if (sign === '-') {
    return `update account_usage set text_bytes = text_bytes - (${bytes}) where person_id = ${owner};`;
  }
  return `insert into account_usage (person_id, text_bytes)
    select ${owner}, ${bytes} where ${owner} is not null
    on conflict (person_id) do update set text_bytes = text_bytes + excluded.text_bytes;`;
}

const revisionsOfOld = `(select coalesce(sum(${bytesOf('blog_revisions', 'r')}), 0)
  from blog_revisions r where r.blog_id = old.id)`;

/** Revisions count for the blog's author; once the blog is deleted, their owner can't be determined. */
const letGoOfRevisions = `update account_usage set text_bytes = text_bytes - ${revisionsOfOld}
  where person_id = old.author_id`;

export async function upSqlite(db: Kysely<never>): Promise<void> {
  for (const table of tables) {
    const columns = [...texts[table], ...(table === 'blogs' ? ['author_id'] : [])].join(', ');
    const added = sqliteStep(table, '+');
    const gone = sqliteStep(table, '-');
    for (const [name, event, steps] of [
      ['added', 'insert', added],
      ['changed', `update of ${columns}`, `${gone} ${added}`],
      ['gone', 'delete', gone],
    ] as const) {
      await sql
        .raw(`create trigger ${table}_${name} after ${event} on ${table} begin ${steps} end`)
        .execute(db);
    }
  }
  await sql
    .raw(`create trigger blogs_going before delete on blogs begin ${letGoOfRevisions}; end`)
    .execute(db);
  await sql
    .raw(
      `create trigger blogs_given after update of author_id on blogs
       when old.author_id is not new.author_id begin
         ${letGoOfRevisions};
         update account_usage set text_bytes = text_bytes + ${revisionsOfOld}
         where person_id = new.author_id;
       end`,
    )
    .execute(db);
  // A covering index to list revisions without reading their texts.
  await sql`create index blog_revisions_list on blog_revisions
    (blog_id, version, saved_at, word_count, title)`.execute(db);
}

/** A trigger per statement, not per row: deleting a blog may cascade to a hundred thousand comments. */
function postgresCount(table: TextTable, added: boolean, gone: boolean): string {
  const rows = [
    ...(added
      ? [`select ${owners[table]('t')} as id, ${bytesOf(table, 't')} as n from added t`]
      : []),
    ...(gone
      ? [`select ${owners[table]('t')} as id, -(${bytesOf(table, 't')}) as n from gone t`]
      : []),
  ].join(' union all ');
  const begin = `insert into account_usage (person_id)
    select distinct ${owners[table]('t')} from added t where ${owners[table]('t')} is not null
    order by 1 on conflict (person_id) do nothing;`;
  return `${added ? begin : ''}
    update account_usage set text_bytes = text_bytes + sums.n
    from (select id, sum(n) as n from (${rows}) as counted group by id) as sums
    where account_usage.person_id = sums.id and sums.n <> 0;`;
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  // Byte order, so that keys with the same prefix are adjacent.
  await sql`create index counted_tries_beginning on counted_tries (key collate "C")`.execute(db);
  for (const table of tables) {
    for (const [name, event, seen, added, gone] of [
      ['added', 'insert', 'new table as added', true, false],
      ['changed', 'update', 'old table as gone new table as added', true, true],
      ['gone', 'delete', 'old table as gone', false, true],
    ] as const) {
      await createPostgresTrigger(
        db,
        `${table}_${name}`,
        `after ${event} on ${table} referencing ${seen} for each statement`,
        `${postgresCount(table, added, gone)} return null;`,
      );
    }
  }
  const letGo = `${letGoOfRevisions};`;
  await createPostgresTrigger(
    db,
    'blogs_going',
    'before delete on blogs for each row',
    `${letGo} return old;`,
  );
  await createPostgresTrigger(
    db,
    'blogs_given',
    'after update of author_id on blogs for each row when (old.author_id is distinct from new.author_id)',
    `${letGo}
     update account_usage set text_bytes = text_bytes + ${revisionsOfOld} where person_id = new.author_id;
     return null;`,
  );
}

async function createPostgresTrigger(
  db: Kysely<never>,
  name: string,
  when: string,
  body: string,
): Promise<void> {
  await sql
    .raw(
      `create function count_${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    )
    .execute(db);
  await sql.raw(`create trigger ${name} ${when} execute function count_${name}()`).execute(db);
}
