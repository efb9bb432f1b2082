import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { columnsOf } from '../../src/blog/server/store-blog.ts';
import { indexedWords } from '../../src/blog/server/text-index.ts';
import { allTexts } from '../../src/blog/server/texts.ts';
import { rendererVersion } from '../../src/platform/markdown/renderer-version.ts';
import type { Storage, Write } from '../../src/storage/storage.ts';
import { textOf } from './made-up.ts';

/** Blogs of one transaction. */
const atOnce = 500;
/** Bytes of words that SQLite gathers before it writes a part of its index: few parts, few merges of them. */
const gathered = 256 * 1_024 * 1_024;
/** As SQLite has it by itself. */
const ordinary = 1_024 * 1_024;
const authorCount = 100;
const minute = 60_000;
export const firstDay = Date.UTC(2024, 0, 1);
const authorNameOf = (number: number) =>
  `Author ${String.fromCharCode(97 + (number % 26))}${number}`;

function blogOf(number: number, authors: readonly string[]) {
  const words = textOf(number);
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

async function insertSome(write: Write, blogs: readonly Values[], known: Set<string>) {
  const { db } = write;
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
  const added = new Set<string>();
  const texts = blogs.map((blog, index) => {
    const author_name = authorNameOf(index);
    const { keys, written } = indexedWords({ ...blog, html: null, author_name });
    for (const word of written) if (!known.has(word)) added.add(word);
    return { blog_id: blog.id, created_at: blog.created_at, words: keys };
  });
  await db.insertInto('search_texts').values(texts).execute();
  await addWords(write, [...added].sort());
  for (const word of added) known.add(word);
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

/** How many blogs a database has been filled with so far. */
async function filledOf({ writer }: Storage): Promise<number> {
  const { blogs } = await writer
    .selectFrom('search_texts')
    .select((row) => row.fn.countAll<number>().as('blogs'))
    .executeTakeFirstOrThrow();
  return Number(blogs);
}

/**
 * Fills a database with so many blogs of 600 words, as they are indexed when they are published; one that was filled in part
 * goes on from there. Returns whether that many are there before `until`, a `performance.now()`.
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
  for (let first = filled; first < size && performance.now() < until; first += atOnce) {
    const blogs = Array.from({ length: Math.min(atOnce, size - first) }, (_, at) =>
      blogOf(first + at, authors),
    );
    await storage.write((write) => insertSome(write, blogs, known));
    onProgress(first + blogs.length);
  }
  if (engine === 'sqlite') await setGathered(storage, ordinary);
  else {
    await writer.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection);
      await sql.raw(`create index ${index}`).execute(connection);
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

/** Bytes of what search keeps. */
export async function indexBytes({ engine, writer }: Storage): Promise<number> {
  const { rows } =
    engine === 'sqlite'
      ? await sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat
          where name like 'search%' or name like 'sqlite_autoindex_search%'`.execute(writer)
      : await sql<{ bytes: number }>`select pg_total_relation_size('search_texts')
          + pg_total_relation_size('search_words') as bytes`.execute(writer);
  return Number(rows[0]?.bytes ?? 0);
}
