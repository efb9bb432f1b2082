import type { Reader } from '../../storage/storage.ts';
import { listedColumns, unlistedColumns } from '../fields.ts';

const summaryColumns = [
  'blogs.id',
  ...listedColumns.map((column) => `blogs.${column}` as const),
  'blogs.word_count',
  'blogs.created_at',
  'people.name as author_name',
  'people.photo_url as author_photo',
  'people.bio as author_bio',
] as const;

const blogColumns = [
  ...summaryColumns,
  ...unlistedColumns.map((column) => `blogs.${column}` as const),
  'blogs.updated_at',
  'blogs.version',
  'blogs.author_id',
  'blog_html.html',
  'blog_html.blog_version',
  'blog_html.blog_updated_at',
  'blog_marks.mark as locked',
  'closed_comments.closed_at',
] as const;

function withAuthors(db: Reader) {
  return db
    .selectFrom('published_blogs as blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id');
}

/** Visible blogs with the columns of lists and their authors; the caller adds filter and order. */
export function summaries(db: Reader) {
  return withAuthors(db).select(summaryColumns);
}

export type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];
export type BlogRow = NonNullable<Awaited<ReturnType<typeof findBlog>>>;

/** A blog in full; undefined for an unknown id. */
export function findBlog(db: Reader, id: string) {
  return withAuthors(db)
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .leftJoin('blog_marks', (join) =>
      join.onRef('blog_marks.blog_id', '=', 'blogs.id').on('blog_marks.mark', '=', 'locked'),
    )
    .leftJoin('closed_comments', 'closed_comments.blog_id', 'blogs.id')
    .select(blogColumns)
    .where('blogs.id', '=', id)
    .executeTakeFirst();
}

/** The last save of a visible blog; undefined for an unknown id. */
export function findSaved(db: Reader, id: string) {
  return db
    .selectFrom('published_blogs')
    .select(['id', 'version', 'word_count', 'created_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export type SavedRow = NonNullable<Awaited<ReturnType<typeof findSaved>>>;
