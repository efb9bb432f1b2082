import { sql, type Transaction } from 'kysely';
import { htmlText } from '../../platform/markdown/html-text.ts';
import { isoOf } from '../../platform/text/iso-of.ts';
import { isBigramKey, nameWord, searchWordsOf } from '../../platform/text/search-words.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Reader } from '../../storage/storage.ts';
import { blogFields, searchedColumns, searchedNames } from '../fields.ts';
import { splitTags, tagKey } from '../tags.ts';

/**
 * Most indexed words of a blog; later ones aren't found. It is forty minutes' reading, and bounds the write of a text
 * of a million characters.
 */
export const indexedWordsMax = 10_000;
/** A marker word before the words of each field, so that no phrase match spans two of them. */
export const partMark = '¶';
/** The index term of a word in an author's name. */
export const authorWord = (word: string) => nameWord('§', word);
export const tagWord = (key: string) => nameWord('¤', key);
export const categoryWord = (category: string) => nameWord('¢', category);
/** The index terms of a text's year, month and day (UTC). */
export function dateWords(time: number): readonly [year: string, month: string, day: string] {
  const digits = isoOf(time).slice(0, 10).replaceAll('-', '');
  return [`¦${digits.slice(0, 4)}`, `¦${digits.slice(0, 6)}`, `¦${digits}`];
}

type Db = Transaction<Schema>;

/** Most indexed words of an author's name. */
const nameWordsMax = 20;
/** Words per statement. */
const wordsAtOnce = 500;
/** Texts removed from the index at once; the background removes the rest, which readers don't see anyway. */
const forgottenAtOnce = 10;

/** The source of a visible blog's index entry; undefined where it isn't visible. */
function readVisible(db: Pick<Reader, 'selectFrom'>, id: string) {
  return db
    .selectFrom('published_blogs as blogs')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .select(searchedColumns)
    .select([
      'category',
      'tags',
      'blogs.created_at',
      'blog_html.html',
      'people.name as author_name',
    ])
    .where('blogs.id', '=', id)
    .executeTakeFirst();
}

type VisibleBlog = NonNullable<Awaited<ReturnType<typeof readVisible>>>;

/** The text that a reader sees; the Markdown source where an older version stored no HTML. */
export function readableText(blog: Pick<VisibleBlog, 'html' | 'long_description'>): string {
  return blog.html === null ? blog.long_description : htmlText(blog.html);
}

/**
 * The index terms of a blog: those of its date, category, tags and author, and its words in reading order, each with its
 * written form. They are followed by the first characters of pairs: each may be a word by itself, and pairs can't be
 * searched by prefix.
 */
export function indexedWords(blog: VisibleBlog) {
  const parts = searchedNames.map((name) => {
    const { kind, column } = blogFields[name];
    return kind === 'markdown' ? readableText(blog) : blog[column];
  });
  const author = searchWordsOf(blog.author_name ?? '', nameWordsMax).map(({ folded }) =>
    authorWord(folded),
  );
  const keys: string[] = [...dateWords(blog.created_at), categoryWord(blog.category)];
  keys.push(...splitTags(blog.tags).map((name) => tagWord(tagKey(name))), ...author);
  const written = new Set(author);
  const characters = new Set<string>();
  let left = indexedWordsMax;
  for (const part of parts) {
    keys.push(partMark);
    const words = searchWordsOf(part, left);
    left -= words.length;
    for (const { key, folded } of words) {
      keys.push(key);
      written.add(folded);
      if (isBigramKey(key)) characters.add(String.fromCodePoint(key.codePointAt(0) ?? 0));
    }
  }
  if (characters.size > 0) keys.push(partMark, ...characters);
  return { keys: keys.join(' '), written: [...written].sort() };
}

/**
 * Adds words to the vocabulary for spelling correction. Sorted, so that two writes lock rows in the same order and
 * can't deadlock.
 */
async function addWords(db: Db, words: readonly string[]): Promise<void> {
  for (let start = 0; start < words.length; start += wordsAtOnce) {
    await db
      .insertInto('search_words')
      .values(words.slice(start, start + wordsAtOnce).map((word) => ({ word })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function isIndexed(db: Db, ids: readonly string[]) {
  return db.deleteFrom('unindexed_blogs').where('blog_id', 'in', ids).execute();
}

async function clear(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('search_texts')
    .set({ words: '' })
    .where('blog_id', 'in', ids)
    // SQLite stores the words in this table, PostgreSQL in another.
    .execute();
  await isIndexed(db, ids);
}

/**
 * Indexes a blog, in the write that changes it; an invisible one is removed from the index. With `isOlder`, a blog that
 * wasn't indexed is placed before all others in the order of time.
 */
export async function indexText(db: Db, id: string, isOlder = false): Promise<void> {
  const blog = await readVisible(db, id);
  if (!blog) return clear(db, [id]);
  const { keys: words, written } = indexedWords(blog);
  const { created_at } = blog;
  const known = await db
    .updateTable('search_texts')
    .set({ words, created_at })
    .where('blog_id', '=', id)
    .returning('doc')
    .executeTakeFirst();
  if (!known) {
    const oldest = isOlder
      ? await db
          .selectFrom('search_texts')
          .select((row) => row.fn.min('doc').as('doc'))
          .executeTakeFirst()
      : undefined;
    const doc = oldest?.doc == null ? {} : { doc: oldest.doc - 1 };
    await db
      .insertInto('search_texts')
      .values({ ...doc, blog_id: id, created_at, words })
      .execute();
  }
  await addWords(db, written);
  await isIndexed(db, [id]);
}

/** Removes blogs that are no longer visible from the full-text index. */
export async function forgetTexts(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await clear(db, ids.slice(0, forgottenAtOnce));
}

/** Blogs that are not indexed yet, newest first. */
export const blogsToIndex = (db: Pick<Reader, 'selectFrom'>, limit: number) =>
  db
    .selectFrom('unindexed_blogs')
    .select('blog_id')
    // Ids are in the order of time: the newest blogs become searchable first.
    .orderBy('blog_id', 'desc')
    .limit(limit)
    .execute();

/** The tables of the index, with SQLite's internal ones. */
export const indexTables = [
  'search_texts',
  'search_words',
  'search_index',
  'search_index_config',
  'search_index_data',
  'search_index_idx',
] as const;

/** Queues all blogs for the background indexer. */
export async function indexAllAnew(db: Reader): Promise<void> {
  await sql`insert into unindexed_blogs (blog_id) select id from blogs where true
    on conflict do nothing`.execute(db);
}
