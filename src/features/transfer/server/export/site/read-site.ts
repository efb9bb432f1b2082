import { textColumns } from '../../../../../blog/fields.ts';
import { inBatches } from '../../../../../storage/background/in-batches.ts';
import type { Reader, Storage } from '../../../../../storage/storage.ts';

/** Rows per query of small rows. */
const batchSize = 500;

/** Each batch gets the reader again: on PostgreSQL it may have changed. */
type ReaderOf = Pick<Storage, 'reader'>;

/** A visible blog, with its author and its rendered HTML. */
export type SiteBlog = Awaited<ReturnType<typeof readBlogs>>[number];

function readBlogs(db: Reader, after: string, limit: number) {
  return db
    .selectFrom('published_blogs as blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .leftJoin('closed_comments', 'closed_comments.blog_id', 'blogs.id')
    .select(textColumns.map((column) => `blogs.${column}` as const))
    .select([
      'blogs.id',
      'blogs.created_at',
      'blogs.updated_at',
      'blogs.author_id',
      'html',
      'closed_at',
    ])
    .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
    .select(['people.name as author_name', 'people.created_at as author_since'])
    .select(({ fn }) => fn.coalesce('people.email', 'imported_authors.email').as('author_email'))
    .select(['people.bio as author_bio', 'people.photo_url as author_photo'])
    .where('blogs.id', '>', after)
    .orderBy('blogs.id')
    .limit(limit)
    .execute();
}

/** All visible blogs in the order of their ids, one at a time, as each may be long. */
export function allBlogs(storage: ReaderOf): AsyncGenerator<SiteBlog> {
  return inBatches<SiteBlog>(1, (last) => readBlogs(storage.reader, last?.id ?? '', 1));
}

export type ListedBlog = Awaited<ReturnType<typeof readListed>>[number];

interface Position {
  readonly id: string;
  readonly created_at: number;
}

function readListed(db: Reader, after: Position | undefined, limit: number) {
  return db
    .selectFrom('published_blogs as blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .select(['blogs.id', 'title', 'category', 'tags', 'short_description', 'image_alt'])
    .select(['blogs.created_at', 'author_id'])
    .select('people.name as author_name')
    .$if(after !== undefined, (list) =>
      list.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('blogs.created_at', 'blogs.id'),
          '<',
          tuple(after?.created_at ?? 0, after?.id ?? ''),
        ),
      ),
    )
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(limit)
    .execute();
}

/** The list fields of all visible blogs, newest first. */
export function listedBlogs(storage: ReaderOf): AsyncGenerator<ListedBlog> {
  return inBatches<ListedBlog>(batchSize, (last, size) => readListed(storage.reader, last, size));
}

/** A tag of a visible blog. */
export type SiteTag = Awaited<ReturnType<typeof readTags>>[number];

function readTags(db: Reader, after: string, limit: number) {
  return db
    .selectFrom('tags')
    .select(['tag as id', 'name'])
    .where('blogs', '>', 0)
    .where('tag', '>', after)
    .orderBy('tag')
    .limit(limit)
    .execute();
}

/** The tags of all visible blogs; `id` is the tag's key. */
export function allTags(storage: ReaderOf): AsyncGenerator<SiteTag> {
  return inBatches<SiteTag>(batchSize, (last, size) =>
    readTags(storage.reader, last?.id ?? '', size),
  );
}

export type SiteComment = Awaited<ReturnType<typeof readComments>>[number];

function readComments(db: Reader, blogId: string, after: string, limit: number) {
  return db
    .selectFrom('published_comments as comments')
    .innerJoin('people', 'people.id', 'comments.person_id')
    .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
    .select(['comments.id', 'comments.text', 'comments.created_at'])
    .select(['comments.reply_to', 'comments.answered_id', 'comments.edited_at'])
    .select(['comments.person_id', 'people.name', 'people.created_at as since'])
    .select(({ fn }) => fn.coalesce('people.email', 'imported_authors.email').as('email'))
    .select(['people.bio', 'people.photo_url'])
    .where('blog_id', '=', blogId)
    .where('comments.id', '>', after)
    .orderBy('comments.id')
    .limit(limit)
    .execute();
}

/** The visible comments on a blog, oldest first. */
export function commentsOn(storage: ReaderOf, blogId: string): AsyncGenerator<SiteComment> {
  return inBatches<SiteComment>(batchSize, (last, size) =>
    readComments(storage.reader, blogId, last?.id ?? '', size),
  );
}

export type SitePerson = Awaited<ReturnType<typeof readPeople>>[number];

/** People with a visible blog or comment: each person is checked by key. */
function readPeople(db: Reader, after: string, limit: number) {
  return db
    .selectFrom('people')
    .leftJoin('imported_authors', 'imported_authors.person_id', 'people.id')
    .select(['people.id', 'people.id as person_id', 'name', 'bio', 'photo_url'])
    .select(({ fn }) => fn.coalesce('people.email', 'imported_authors.email').as('email'))
    .select('people.created_at as since')
    .where('people.id', '>', after)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('published_blogs')
            .select('published_blogs.id')
            .whereRef('published_blogs.author_id', '=', 'people.id'),
        ),
        exists(
          selectFrom('published_comments')
            .select('published_comments.id')
            .whereRef('published_comments.person_id', '=', 'people.id'),
        ),
      ]),
    )
    .orderBy('people.id')
    .limit(limit)
    .execute();
}

/** All people with a visible blog or comment. */
export function allPeople(storage: ReaderOf): AsyncGenerator<SitePerson> {
  return inBatches<SitePerson>(batchSize, (last, size) =>
    readPeople(storage.reader, last?.id ?? '', size),
  );
}
