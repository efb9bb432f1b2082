import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../storage/schema.ts';
import type { Reader } from '../../storage/storage.ts';
import { forgetTexts } from './text-index.ts';
import { forgetTitles, searchTermsOf } from './title-words.ts';

type Db = Transaction<Schema>;

/** Related blogs shown after a blog. */
export const relatedCount = 3;
/** Most words of a title and its short description that are looked up; the rest of a long one is ignored. */
const wordsMax = 60;
/** Shorter words carry no information. */
const lettersMin = 3;
/** Titles with a word are counted up to this limit: from here on the word is frequent. */
const frequentFrom = 256;
/** The number of rarest words that are looked up, and of titles for each. */
const rareWords = 5;
const titlesOfWord = 48;
/** Score of a shared category, added to that of the words. */
const categoryScore = 100;
/** Most blogs that are related again because a blog related to them was removed: the others keep two, or one. */
const renewedMax = 20;

/** Stop words: they occur in titles of every kind. */
const emptyWords = new Set(
  (
    'about after all and any are before but can did does for from get had has have her his how into its more most ' +
    'new not now off one our out over own she some than that the their them then there they this too under until ' +
    'was were what when where which who why will with without you your'
  ).split(' '),
);

function significantWordsOf(...texts: readonly string[]): readonly string[] {
  return searchTermsOf(texts.join(' '))
    .filter((word) => [...word].length >= lettersMin && !emptyWords.has(word))
    .slice(0, wordsMax);
}

/** The number of titles with each word, counted up to the limit of frequent words. */
async function countTitles(db: Db, words: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = words.map(
    (word) => sql`select cast(${word} as text) as word, (select count(*) from
      (select 1 from title_words where word = ${word} limit ${sql.lit(frequentFrom)}) as counted) as count`,
  );
  const { rows } = await sql<{ word: string; count: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db);
  return new Map(rows.map(({ word, count }) => [word, Number(count)]));
}

/** The newest blogs whose titles hold one of these words. */
async function blogsWithOneOf(db: Db, words: readonly string[]): Promise<readonly string[]> {
  const newest = words.map(
    (word) => sql`select blog_id from (select blog_id from title_words where word = ${word}
      order by created_at desc, blog_id desc limit ${sql.lit(titlesOfWord)}) as of_word`,
  );
  const { rows } = await sql<{ blog_id: string }>`
    ${sql.join(newest, sql` union `)}`.execute(db);
  return rows.map(({ blog_id }) => blog_id);
}

interface Candidate {
  readonly id: string;
  readonly createdAt: number;
  score: number;
}

interface RelatedTo {
  readonly id: string;
  readonly category: string;
  /** Score of each word: the rarer, the higher. */
  readonly worth: ReadonlyMap<string, number>;
}

/** Looks up by blog only: with the words in the condition, PostgreSQL may read all titles with a frequent one. */
async function scored(db: Db, ids: readonly string[], { id, category, worth }: RelatedTo) {
  const rows = await db
    .selectFrom('title_words')
    .select(['blog_id', 'word', 'category', 'created_at'])
    .where('blog_id', 'in', ids)
    .execute();
  const candidates = new Map<string, Candidate>();
  for (const row of rows) {
    if (row.blog_id === id) continue;
    const candidate = candidates.get(row.blog_id) ?? {
      id: row.blog_id,
      createdAt: row.created_at,
      score: row.category === category ? categoryScore : 0,
    };
    candidate.score += worth.get(row.word) ?? 0;
    candidates.set(row.blog_id, candidate);
  }
  return [...candidates.values()].sort(
    (one, other) => other.score - one.score || other.createdAt - one.createdAt,
  );
}

/**
 * Stores the blogs that have most in common with a blog: the rarest words of its title and short description in other
 * titles. It reads a few of the newest titles of a few words, so the cost doesn't depend on the number of blogs.
 * Resolves to their ids.
 */
export async function relateBlog(db: Db, id: string): Promise<readonly string[]> {
  await db.deleteFrom('related_blogs').where('blog_id', '=', id).execute();
  const blog = await db
    .selectFrom('published_blogs')
    .select(['title', 'short_description', 'category'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!blog) return [];
  const words = significantWordsOf(blog.title, blog.short_description);
  if (words.length === 0) return [];
  const counts = await countTitles(db, words);
  const own = new Set(significantWordsOf(blog.title));
  const shared = words
    .map((word) => ({ word, count: counts.get(word) ?? 0 }))
    .filter(({ word, count }) => count > (own.has(word) ? 1 : 0))
    .sort((one, other) => one.count - other.count);
  if (shared.length === 0) return [];
  const worth = new Map(
    shared.map(({ word, count }) => [word, Math.round(100 * Math.log((2 * frequentFrom) / count))]),
  );
  const ids = await blogsWithOneOf(
    db,
    shared.slice(0, rareWords).map(({ word }) => word),
  );
  const best = (await scored(db, ids, { id, category: blog.category, worth })).slice(
    0,
    relatedCount,
  );
  if (best.length === 0) return [];
  await db
    .insertInto('related_blogs')
    .values(best.map(({ id: related_id, score }) => ({ blog_id: id, related_id, score })))
    // Another write may relate the blog at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return best.map((one) => one.id);
}

/** Removes blogs that are no longer visible from search, and replaces them where they were related blogs. */
export async function forgetBlogs(db: Db, ids: readonly string[]): Promise<void> {
  await forgetTitles(db, ids);
  await forgetTexts(db, ids);
  const gone = new Set(ids);
  const renewed = new Set<string>();
  for (const id of ids) {
    const naming = await db
      .deleteFrom('related_blogs')
      .where((row) => row.or([row('related_id', '=', id), row('blog_id', '=', id)]))
      .returning('blog_id')
      .execute();
    for (const { blog_id } of naming) {
      if (renewed.size < renewedMax && !gone.has(blog_id)) renewed.add(blog_id);
    }
  }
  for (const id of renewed) await relateBlog(db, id);
}

/** Ids of the blogs related to a blog, best first: those stored for it, and those it was stored for. */
export async function findRelated(db: Reader, id: string): Promise<readonly string[]> {
  const noted = db
    .selectFrom('related_blogs')
    .select(['related_id as id', 'score'])
    .where('blog_id', '=', id);
  const naming = db
    .selectFrom('related_blogs')
    .select(['blog_id as id', 'score'])
    .where('related_id', '=', id)
    .orderBy('score', 'desc')
    .orderBy('blog_id', 'desc')
    .limit(relatedCount);
  const rows = [...(await noted.execute()), ...(await naming.execute())];
  // Among equal scores the newer blog comes first; ids are in the order of time.
  const best = rows
    .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1))
    .map((row) => row.id);
  return [...new Set(best)].slice(0, relatedCount);
}
