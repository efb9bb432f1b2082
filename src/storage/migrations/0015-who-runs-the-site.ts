import { type Kysely, sql } from 'kysely';
import { personWords } from '../../platform/text/person-words.ts';

/**
 * Owners, moderators, suspensions and their audit log; the code that claims a site for its first owner; and the indexes
 * to search and sort people.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('people')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('member'))
    .execute();
  await db.schema.alterTable('people').addColumn('suspended_at', 'bigint').execute();
  await db.schema.alterTable('people').addColumn('suspended_until', 'bigint').execute();
  await db.schema.alterTable('people').addColumn('suspension_reason', 'text').execute();
  await db.schema
    .alterTable('people')
    .addColumn('blog_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update people set blog_count =
    (select count(*) from blogs where blogs.author_id = people.id)`.execute(db);
  // Accounts only: imported people have none. Ids sort by time.
  await sql`create index people_newest on people (id) where email is not null`.execute(db);
  await sql`create index people_blog_count on people (blog_count, id) where email is not null`.execute(
    db,
  );
  // Partial indexes: few of many people match.
  await sql`create index people_role on people (id) where role <> 'member'`.execute(db);
  await sql`create index people_suspended on people (id) where suspended_until is not null`.execute(
    db,
  );

  // No foreign keys to people: the audit log outlives their rows.
  await db.schema
    .createTable('acts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('by_id', 'text')
    .addColumn('act', 'text', (column) => column.notNull())
    .addColumn('subject_kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('subject_label', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await indexOn(db, 'acts', 'by_id', 'id');
  await indexOn(db, 'acts', 'subject_kind', 'id');
  await indexOn(db, 'acts', 'subject_id', 'id');

  await db.schema
    .createTable('claims')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .execute();
}

/** People per insert statement. */
const peopleAtOnce = 200;

interface Named {
  people: { id: string; name: string; email: string | null };
  person_words: { word: string; person_id: string };
}

async function createPersonWords(given: Kysely<never>, byBytes: string): Promise<void> {
  const db = given as unknown as Kysely<Named>;
  await sql
    .raw(
      `create table person_words (
         word text ${byBytes} not null,
         person_id text not null references people (id) on delete cascade,
         primary key (word, person_id)
       )`,
    )
    .execute(db);
  for (let last = ''; ; ) {
    const people = await db
      .selectFrom('people')
      .select(['id', 'name', 'email'])
      .where('email', 'is not', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(peopleAtOnce)
      .execute();
    last = people.at(-1)?.id ?? '';
    if (last === '') break;
    const rows = people.flatMap(({ id, name, email }) =>
      personWords(name, email ?? '').map((word) => ({ word, person_id: id })),
    );
    await db.insertInto('person_words').values(rows).execute();
  }
  await db.schema
    .createIndex('person_words_person_id')
    .on('person_words')
    .column('person_id')
    .execute();
}

const onlyAppended = 'The log of acts is only ever added to.';

export async function upSqlite(db: Kysely<never>): Promise<void> {
  for (const event of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`acts_stay_at_${event}`)} before ${sql.raw(event)} on acts
      begin select raise(abort, ${sql.lit(onlyAppended)}); end`.execute(db);
  }
  await createPersonWords(db, '');
  const oneMore = 'update people set blog_count = blog_count + 1 where id = new.author_id;';
  const oneLess = 'update people set blog_count = blog_count - 1 where id = old.author_id;';
  for (const [name, event, steps] of [
    ['counted', 'insert', oneMore],
    ['handed_on', 'update of author_id', `${oneLess} ${oneMore}`],
    ['uncounted', 'delete', oneLess],
  ] as const) {
    await sql
      .raw(`create trigger blogs_${name} after ${event} on blogs begin ${steps} end`)
      .execute(db);
  }
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`create function refuse_change_of_acts() returns trigger language plpgsql
    as ${sql.lit(`begin raise exception '${onlyAppended}'; end`)}`.execute(db);
  await sql`create trigger acts_stay before update or delete on acts
    for each row execute function refuse_change_of_acts()`.execute(db);
  await createPersonWords(db, 'collate "C"');
  // A trigger per statement, not per row: deleting an account may delete thousands of blogs.
  const added = 'select author_id, 1 as n from added';
  const gone = 'select author_id, -1 as n from gone';
  for (const [name, event, seen, rows] of [
    ['counted', 'insert', 'new table as added', added],
    ['handed_on', 'update', 'old table as gone new table as added', `${added} union all ${gone}`],
    ['uncounted', 'delete', 'old table as gone', gone],
  ] as const) {
    await sql
      .raw(
        `create function blogs_${name}() returns trigger language plpgsql as $$ begin
           update people set blog_count = blog_count + sums.n
           from (select author_id, sum(n) as n from (${rows}) as counted group by author_id) as sums
           where people.id = sums.author_id and sums.n <> 0;
           return null;
         end $$`,
      )
      .execute(db);
    await sql
      .raw(
        `create trigger blogs_${name} after ${event} on blogs referencing ${seen}
         for each statement execute function blogs_${name}()`,
      )
      .execute(db);
  }
}

async function indexOn(db: Kysely<never>, table: string, ...columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
