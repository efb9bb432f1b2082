import { type Kysely, sql } from 'kysely';

/** Blogs per read. */
const blogsAtOnce = 1_000;
/** Signs per insert statement: four values each, far below the limits of SQLite and PostgreSQL. */
const signsAtOnce = 1_000;

/** Differences between the engines: how text is compared, and SQLite's clustered storage (`without rowid`). */
interface Form {
  /** Collation in byte order: words with the same prefix are adjacent. */
  readonly bytes: string;
  readonly kept: string;
}

/**
 * Words of titles in order of time, each row with its blog's category, so that listing a word's blogs is an index scan;
 * and all suffixes of each known word, so that a substring search becomes a prefix search.
 */
async function putInOrder(db: Kysely<never>, { bytes, kept }: Form): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table ordered_title_words (
    word text ${bytes} not null,
    created_at bigint not null,
    blog_id text not null references blogs (id) on delete cascade,
    category text not null,
    constraint title_words_in_order primary key (word, created_at, blog_id)
  ) ${kept}`);
  await run(`insert into ordered_title_words (word, created_at, blog_id, category)
    select title_words.word, blogs.created_at, blogs.id, blogs.category
    from title_words join blogs on blogs.id = title_words.blog_id
    order by 1, 2, 3`);
  await run('drop table title_words');
  await run('alter table ordered_title_words rename to title_words');
  await addSigns(db);
  await run(`create index title_words_in_category
    on title_words (word, category, created_at, blog_id)`);
  await run('create index title_words_blog on title_words (blog_id, word)');

  await run(`create table title_word_endings (
    ending text ${bytes} not null,
    word text ${bytes} not null,
    constraint title_word_endings_key primary key (ending, word)
  ) ${kept}`);
  // Words have at most 32 letters, suffixes at least 3.
  await run(`with recursive starts (n) as (select 1 union all select n + 1 from starts where n < 30)
    insert into title_word_endings (ending, word)
    select substr(word, n), word from title_word_spellings join starts on n <= length(word) - 2
    where spelling = word`);
}

interface BlogRow {
  readonly id: string;
  readonly title_folded: string;
  readonly created_at: number;
  readonly category: string;
}

/** Makes signs in titles searchable like words: `C++` is searched in the titles that contain `+`. */
async function addSigns(db: Kysely<never>): Promise<void> {
  for (let last = ''; ; ) {
    const { rows } = await sql<BlogRow>`select id, title_folded, created_at, category from blogs
      where id > ${last} order by id limit ${blogsAtOnce}`.execute(db);
    const signs = rows.flatMap((blog) =>
      [...new Set(blog.title_folded.match(/[^\p{L}\p{N}\s]/gu))].map(
        (sign) => sql`(${sign}, ${blog.created_at}, ${blog.id}, ${blog.category})`,
      ),
    );
    for (let start = 0; start < signs.length; start += signsAtOnce) {
      await sql`insert into title_words (word, created_at, blog_id, category)
        values ${sql.join(signs.slice(start, start + signsAtOnce))}`.execute(db);
    }
    const next = rows.at(-1)?.id;
    if (next === undefined) break;
    last = next;
  }
  // Rows for words exist already.
  await sql`insert into title_word_spellings (spelling, word)
    select distinct word, word from title_words where true
    on conflict (spelling, word) do nothing`.execute(db);
}

export async function up(): Promise<void> {}

export async function upSqlite(db: Kysely<never>): Promise<void> {
  await putInOrder(db, { bytes: '', kept: 'without rowid' });
  await sql`create trigger blogs_moved after update of created_at, category on blogs
    when old.created_at <> new.created_at or old.category <> new.category
    begin
      update title_words set created_at = new.created_at, category = new.category
      where blog_id = new.id;
    end`.execute(db);
}

export async function upPostgres(db: Kysely<never>): Promise<void> {
  await sql`alter table title_word_spellings
    alter column spelling type text collate "C", alter column word type text collate "C"`.execute(
    db,
  );
  await putInOrder(db, { bytes: 'collate "C"', kept: '' });
  await sql`create function move_title_words() returns trigger language plpgsql as $$ begin
      update title_words set created_at = new.created_at, category = new.category
      where blog_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger blogs_moved after update of created_at, category on blogs for each row
    when (old.created_at <> new.created_at or old.category <> new.category)
    execute function move_title_words()`.execute(db);
}
