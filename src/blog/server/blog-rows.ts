import { sql } from 'kysely';
import { containsPattern, type TitleSearch } from '../../features/search/server/title-search.ts';
import type { Reader } from '../../storage/storage.ts';
import { type Category, featuredCount, latestCount } from '../contract.ts';

const summaryColumns = [
  'blogs.id',
  'blogs.title',
  'blogs.image_url',
  'blogs.category',
  'blogs.short_description',
  'blogs.word_count',
  'blogs.created_at',
  'people.name as author_name',
  'people.photo_url as author_photo',
  'people.bio as author_bio',
] as const;

function summaries(db: Reader) {
  return db
    .selectFrom('blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .select(summaryColumns);
}

export type SummaryRow = Awaited<ReturnType<typeof findLatest>>[number];
export type BlogRow = NonNullable<Awaited<ReturnType<typeof findBlog>>>;

/** The newest blogs, newest first. */
export function findLatest(db: Reader) {
  return summaries(db)
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(latestCount)
    .execute();
}

/** The blogs with the most words, most first. */
export function findFeatured(db: Reader) {
  return summaries(db)
    .orderBy('blogs.word_count', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(featuredCount)
    .execute();
}

/** The last blog of a page, from which the next page carries on. */
export interface Position {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly id: string;
}

export interface ListRequest {
  readonly category: Category | undefined;
  readonly search: TitleSearch | undefined;
  readonly order: 'asc' | 'desc';
  readonly after: Position | undefined;
  readonly limit: number;
}

/** One page of all blogs by date. It seeks by key, so page 1,000 costs what page 1 does. */
export function findPage(db: Reader, { category, search, order, after, limit }: ListRequest) {
  const beyond = order === 'asc' ? '>' : '<';
  let query = summaries(db);
  if (category) query = query.where('blogs.category', '=', category);
  for (const condition of search ? conditionsOf(search) : []) query = query.where(condition);
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('blogs.created_at', 'blogs.id'), beyond, eb.tuple(after.createdAt, after.id)),
    );
  }
  return query.orderBy('blogs.created_at', order).orderBy('blogs.id', order).limit(limit).execute();
}

function conditionsOf(search: TitleSearch) {
  if (search.kind === 'literal') {
    const pattern = containsPattern(search.text);
    return [sql<boolean>`blogs.title_folded like ${pattern} escape '\\'`];
  }
  return search.alternatives.map(
    (words) =>
      sql<boolean>`blogs.id in (select blog_id from title_words where word in (${sql.join(words)}))`,
  );
}

/** A blog in full; undefined for an unknown id. */
export function findBlog(db: Reader, id: string) {
  return summaries(db)
    .select(['blogs.long_description', 'blogs.updated_at', 'blogs.version', 'blogs.author_id'])
    .where('blogs.id', '=', id)
    .executeTakeFirst();
}

/** When and how often a blog was saved; undefined for an unknown id. */
export function findSaved(db: Reader, id: string) {
  return db
    .selectFrom('blogs')
    .select(['id', 'version', 'word_count', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type SavedRow = NonNullable<Awaited<ReturnType<typeof findSaved>>>;
