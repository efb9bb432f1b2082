import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { columnsOf } from '../../src/blog/server/store-blog.ts';
import { dateWords, indexedWords } from '../../src/blog/server/text-index.ts';
import { allTexts } from '../../src/blog/server/texts.ts';
import { postgresBits } from '../../src/features/search/server/postings/postgres-postings.ts';
import { rendererVersion } from '../../src/platform/markdown/renderer-version.ts';
import type { Storage, Write } from '../../src/storage/storage.ts';
import { textOf } from './made-up.ts';

/** Blogs per transaction. */
const atOnce = 500;
/** Bytes that SQLite collects before it writes a segment of its index: few segments need few merges. */
const gathered = 256 * 1_024 * 1_024;
/** SQLite's default. */
const ordinary = 1_024 * 1_024;
const authorCount = 100;
const minute = 60_000;
export const firstDay = Date.UTC(2024, 0, 1);
const authorNameOf = (number: number) =>
  `Author ${String.fromCharCode(97 + (number % 26))}${number}`;

/** Number of distinct texts; later blogs repeat them, which takes a fraction of the time. */
export const distinct = 100_000;
/** Blogs that PostgreSQL repeats in one statement. */
const repeatedAtOnce = 5_000;

function blogOf(number: number, authors: readonly string[], words = textOf(number)) {
  const text = {
    title: words.slice(0, 40),
    imageUrl: '/images/categories/other.webp',
    category: 'Other',
    shortDescription: words.slice(0, 100),
    longDescription: words,
    tags: '',
  } as const;
  const created_at = firstDay + number * minute;
  return {
    ...columnsOf(text),
    id: randomUUIDv7(),
    word_count: 600,
    author_id: authors[number % authors.length] ?? null,
    created_at,
    updated_at: created_at,
    source_key: null,
  };
}

type Values = ReturnType<typeof blogOf>;

async function addWords({ db }: Write, words: readonly string[]): Promise<void> {
  for (let start = 0; start < words.length; start += 10_000) {
    await db
      .insertInto('search_words')
      .values(words.slice(start, start + 10_000).map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

interface Made {
  readonly values: Values;
  /** The words to index. */
  readonly keys: string;
}

function makeBlog(number: number, authors: readonly string[], added: Set<string>): Made {
  const values = blogOf(number, authors);
  const author_name = authorNameOf(number % authorCount);
  const { keys, written } = indexedWords({ ...values, html: null, author_name });
  for (const word of written) added.add(word);
  return { values, keys };
}

/** Blogs that repeat the texts from `number` on, with the words that SQLite has stored for them. */
async function repeatBlogs(
  { db }: Write,
  number: number,
  count: number,
  authors: readonly string[],
) {
  const rows = await db
    .selectFrom('search_texts')
    .innerJoin('published_blogs as blogs', 'blogs.id', 'blog_id')
    .select(['words', 'long_description'])
    .where('search_texts.created_at', '>=', firstDay + (number % distinct) * minute)
    .orderBy('search_texts.created_at')
    .limit(count)
    .execute();
  return rows.map(({ words, long_description }, at) => {
    const values = blogOf(number + at, authors, long_description);
    const dates = dateWords(values.created_at);
    const keys = [...dates, ...words.split(' ').slice(dates.length)].join(' ');
    return { values, keys };
  });
}

/**
 * Lets PostgreSQL repeat the `count` blogs from `number` - `distinct` on: the stored vectors are copied, with other
 * words for the date and the number.
 */
function repeatInPostgres(storage: Storage, number: number, count: number): Promise<void> {
  const from = firstDay + (number - distinct) * minute;
  const until = from + count * minute;
  const later = sql.lit(distinct * minute);
  const day = sql`to_char(to_timestamp(one.created_at / 1000) at time zone 'UTC', 'YYYYMMDD')`;
  const columns = sql.raw(
    Object.keys(blogOf(0, []))
      .filter((name) => name !== 'id' && !name.endsWith('_at'))
      .join(', '),
  );
  return storage.write(async ({ db }) => {
    await sql`set local statement_timeout = 0`.execute(db);
    // The trigger would make the vectors anew.
    await sql`alter table search_texts disable trigger search_texts_words`.execute(db);
    await sql`with added as (
        insert into blogs (id, created_at, updated_at, ${columns})
          select uuidv7()::text, created_at + ${later}, created_at + ${later}, ${columns} from blogs
          where created_at >= ${from} and created_at < ${until} order by created_at
          returning id, created_at),
      html as (
        insert into blog_html (blog_id, html, renderer, blog_version, blog_updated_at)
          select added.id, html, renderer, blog_version, added.created_at from added
          join blogs on blogs.created_at = added.created_at - ${later}
          join blog_html on blog_html.blog_id = blogs.id),
      numbered as materialized (
        select nextval(pg_get_serial_sequence('search_texts', 'doc'))::integer as doc, one.*, ${day} as day
        from (select id, added.created_at, vector from added
          join search_texts on search_texts.created_at = added.created_at - ${later}
          order by added.created_at) as one)
      insert into search_texts (doc, blog_id, created_at, words, vector)
        select doc, id, created_at, '', ts_delete(vector, array(
            select lexeme from unnest(tsvector_to_array(vector)) as lexeme where lexeme ~ '^[¦~]'))
          || array_to_tsvector(array['¦' || left(day, 4), '¦' || left(day, 6), '¦' || day,
            ${sql.join(
              postgresBits.map(
                (bits) => sql`'~' || ${sql.lit(bits)} || ':' || (doc >> ${sql.lit(bits)})`,
              ),
            )}])
        from numbered order by doc`.execute(db);
    await sql`alter table search_texts enable trigger search_texts_words`.execute(db);
    await db.deleteFrom('unindexed_blogs').execute();
  });
}

async function insertSome(write: Write, made: readonly Made[]) {
  const { db } = write;
  const blogs = made.map(({ values }) => values);
  await allTexts(db)
    .insertInto('blogs')
    .values([...blogs])
    .execute();
  await db
    .insertInto('blog_html')
    .values(
      blogs.map(({ id, long_description, updated_at }) => ({
        blog_id: id,
        html: `<p>${long_description}</p>`,
        renderer: rendererVersion,
        blog_version: 1,
        blog_updated_at: updated_at,
      })),
    )
    .execute();
  const texts = made.map(({ values, keys }) => ({
    blog_id: values.id,
    created_at: values.created_at,
    words: keys,
  }));
  await db.insertInto('search_texts').values(texts).execute();
  await db.deleteFrom('unindexed_blogs').execute();
}

async function authorsOf({ writer, write }: Storage): Promise<readonly string[]> {
  const known = await writer.selectFrom('people').select('id').orderBy('id').execute();
  if (known.length > 0) return known.map(({ id }) => id);
  const people = Array.from({ length: authorCount }, (_, number) => ({
    id: randomUUIDv7(),
    name: authorNameOf(number),
    created_at: firstDay,
  }));
  await write(({ db }) => db.insertInto('people').values(people).execute());
  return people.map(({ id }) => id);
}

/** Number of blogs in the database so far. */
async function filledOf({ writer }: Storage): Promise<number> {
  const { blogs } = await writer
    .selectFrom('search_texts')
    .select((row) => row.fn.countAll<number>().as('blogs'))
    .executeTakeFirstOrThrow();
  return Number(blogs);
}

/**
 * Fills a database with `size` blogs of 600 words, indexed as on publication; continues a partly filled one. Returns
 * whether all are there before `until`, a `performance.now()`.
 */
export async function fillSite(
  storage: Storage,
  size: number,
  onProgress: (blogs: number) => void,
  until = Infinity,
): Promise<boolean> {
  const { engine, writer } = storage;
  const filled = await filledOf(storage);
  if (filled >= size) return true;
  // Built at the end, PostgreSQL's index takes minutes instead of hours.
  const index = 'search_texts_vector on search_texts using gin (vector) with (fastupdate = off)';
  if (engine === 'postgres') await sql`drop index search_texts_vector`.execute(writer);
  else await setGathered(storage, gathered);
  const authors = await authorsOf(storage);
  const known = new Set<string>();

  async function addMade(first: number, count: number): Promise<void> {
    const added = new Set<string>();
    await storage.write(async (write) => {
      const made =
        first >= distinct
          ? await repeatBlogs(write, first, count, authors)
          : Array.from({ length: count }, (_, at) => makeBlog(first + at, authors, added));
      await insertSome(write, made);
      const words = [...added].filter((word) => !known.has(word)).sort();
      await addWords(write, words);
      for (const word of words) known.add(word);
    });
  }

  for (let first = filled; first < size && performance.now() < until; ) {
    const isCopied = engine === 'postgres' && first >= distinct;
    const count = Math.min(isCopied ? repeatedAtOnce : atOnce, size - first);
    await (isCopied ? repeatInPostgres(storage, first, count) : addMade(first, count));
    first += count;
    onProgress(first);
  }
  if (engine === 'sqlite') await setGathered(storage, ordinary);
  else {
    await writer.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`set maintenance_work_mem = '1GB'`.execute(connection);
      await sql.raw(`create index ${index}`).execute(connection);
      await sql`reset maintenance_work_mem`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    });
  }
  return (await filledOf(storage)) >= size;
}

function setGathered(storage: Storage, bytes: number) {
  return storage.write(({ db }) =>
    sql`insert into search_index (search_index, rank) values ('hashsize', ${sql.lit(bytes)})`.execute(
      db,
    ),
  );
}

/** Size of the search tables in bytes. */
export async function indexBytes({ engine, writer }: Storage): Promise<number> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
          where name like 'search%' or name like 'sqlite_autoindex_search%'`.execute(writer)
      : await sql<{ bytes: number }>`select pg_total_relation_size('search_texts')
          + pg_total_relation_size('search_words') as bytes`.execute(writer);
  return Number(rows[0]?.bytes ?? 0);
}
