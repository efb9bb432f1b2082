import { randomUUIDv7 } from 'node:crypto';
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Insertable } from 'kysely';
import { columnsOf } from '../../src/blog/server/store-blog.ts';
import { allTexts, type BlogsTable, type TextSchema } from '../../src/blog/server/texts.ts';
import { endingsOf, spellingsOf, wordsOf } from '../../src/blog/server/title-words.ts';
import { rendererVersion } from '../../src/platform/markdown/renderer-version.ts';
import type { Storage, Write } from '../../src/storage/storage.ts';
import type { Place } from './databases.ts';
import { categoryOf, oneOf, textOf, timeOf, titleOf } from './made-up.ts';

/** Blogs per transaction, and the most that are held in memory. */
const blogsAtOnce = 1_000;
/** Values per statement; the limit is 32,766 on SQLite and 65,535 on PostgreSQL. */
const valuesAtOnce = 20_000;
const authorCount = 1_000;
const manyComments = 10_000;
const manyWishes = 1_000;

/** A site of made-up blogs, with the ids that the reads use. */
export interface MadeUpSite {
  readonly storage: Storage;
  readonly place: Place;
  readonly size: number;
  /** A blog with `manyComments` comments; every other blog has one. */
  readonly busyBlogId: string;
  /** The middle one of these comments. */
  readonly halfway: string;
  /** A person with `manyWishes` wishes, spread over all blogs. */
  readonly wisherId: string;
}

type Db = Write['db'];
type BlogValues = Insertable<BlogsTable>;

async function insertAll<Table extends keyof TextSchema>(
  db: Db,
  table: Table,
  rows: readonly Insertable<TextSchema[Table]>[],
): Promise<void> {
  const atOnce = Math.floor(valuesAtOnce / Object.keys(rows[0] ?? {}).length);
  for (let start = 0; start < rows.length; start += atOnce) {
    await allTexts(db)
      .insertInto(table as keyof TextSchema)
      .values(rows.slice(start, start + atOnce) as never)
      .execute();
  }
}

function blogValues(number: number, authorIds: readonly string[]): BlogValues {
  const text = {
    title: titleOf(number),
    imageUrl: '/images/categories/other.webp',
    category: categoryOf(number),
    shortDescription: 'What was told.',
    longDescription: textOf(number),
  };
  const created_at = timeOf(number);
  return {
    ...columnsOf(text),
    id: randomUUIDv7(),
    word_count: text.longDescription.split(' ').length,
    author_id: authorIds[oneOf(number, authorIds.length)] ?? null,
    created_at,
    updated_at: created_at,
    source_key: null,
  };
}

/** Fills the title index of search. */
async function insertTitles(db: Db, blogs: readonly BlogValues[], known: Set<string>) {
  const rows = blogs.flatMap(({ id: blog_id, title, created_at, category }) =>
    wordsOf(title).map((word) => ({ word, created_at, blog_id, category })),
  );
  // In index order, so that consecutive writes go to neighbouring pages.
  rows.sort((left, right) => (left.word < right.word ? -1 : left.word > right.word ? 1 : 0));
  await insertAll(db, 'title_words', rows);
  const added = [...new Set(rows.map(({ word }) => word))].filter((word) => !known.has(word));
  for (const word of added) known.add(word);
  const spellings = added.flatMap((word) =>
    spellingsOf(word).map((spelling) => ({ spelling, word })),
  );
  const endings = added.flatMap((word) => endingsOf(word).map((ending) => ({ ending, word })));
  if (spellings.length > 0) await insertAll(db, 'title_word_spellings', spellings);
  if (endings.length > 0) await insertAll(db, 'title_word_endings', endings);
}

async function insertComments(db: Db, blogIds: readonly string[], people: readonly string[]) {
  const comments = blogIds.map((blog_id, index) => ({
    id: randomUUIDv7(),
    blog_id,
    person_id: people[index % people.length] ?? '',
    text: 'I have read it twice.',
    created_at: timeOf(index),
  }));
  await insertAll(db, 'comments', comments);
}

async function insertBlogs(db: Db, blogs: readonly BlogValues[], known: Set<string>) {
  await insertAll(db, 'blogs', blogs);
  const html = blogs.map(({ id, long_description, updated_at }) => ({
    blog_id: id,
    html: `<p>${long_description}</p>`,
    renderer: rendererVersion,
    blog_version: 1,
    blog_updated_at: updated_at,
  }));
  await insertAll(db, 'blog_html', html);
  await insertTitles(db, blogs, known);
}

async function insertWishes(db: Db, wisherId: string, size: number): Promise<void> {
  const step = Math.max(1, Math.floor(size / manyWishes));
  const times = Array.from({ length: Math.min(size, manyWishes) }, (_, n) =>
    timeOf(n * step + oneOf(n, step)),
  );
  const blogs = await allTexts(db)
    .selectFrom('blogs')
    .select(['id', 'title'])
    .where('created_at', 'in', times)
    .execute();
  const wishes = blogs.map(({ id, title }, index) => ({
    id: randomUUIDv7(),
    person_id: wisherId,
    blog_id: id,
    title,
    created_at: timeOf(index),
  }));
  await insertAll(db, 'wishes', wishes);
}

/** Fills an empty database with `size` blogs; calls `onProgress` with the number so far. */
export async function makeSite(
  { storage, place }: Pick<MadeUpSite, 'storage' | 'place'>,
  size: number,
  onProgress: (blogs: number) => void,
): Promise<MadeUpSite> {
  const people = Array.from({ length: authorCount }, (_, number) => ({
    id: randomUUIDv7(),
    name: `Author ${number}`,
    created_at: timeOf(0),
  }));
  await storage.write(({ db }) => insertAll(db, 'people', people));
  const peopleIds = people.map(({ id }) => id);
  const [wisherId = ''] = peopleIds;
  const known = new Set<string>();
  let busyBlogId = '';
  for (let first = 0; first < size; first += blogsAtOnce) {
    const count = Math.min(blogsAtOnce, size - first);
    const blogs = Array.from({ length: count }, (_, index) => blogValues(first + index, peopleIds));
    const ids = blogs.map(({ id }) => id);
    await storage.write(async ({ db }) => {
      await insertBlogs(db, blogs, known);
      await insertComments(db, ids, peopleIds);
    });
    busyBlogId ||= ids[0] ?? '';
    onProgress(first + count);
    // SQLite's calls are synchronous: without this, signals would wait until the end.
    await othersTurn();
  }
  const more = Array.from({ length: manyComments - 1 }, () => busyBlogId);
  await storage.write(async ({ db }) => {
    await insertComments(db, more, peopleIds);
    await insertWishes(db, wisherId, size);
  });
  const halfway = await allTexts(storage.reader)
    .selectFrom('comments')
    .select('id')
    .where('blog_id', '=', busyBlogId)
    .orderBy('id')
    .offset(manyComments / 2)
    .limit(1)
    .executeTakeFirstOrThrow();
  return { storage, place, size, busyBlogId, halfway: halfway.id, wisherId };
}
