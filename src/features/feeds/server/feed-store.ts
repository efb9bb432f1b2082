import type { Reader } from '../../../storage/storage.ts';

/** Blogs in the feed; readers that ask once a day miss none. */
const feedSize = 30;
/** Blogs in the site map: the protocol allows 50,000 addresses, and the older ones are reached from All Blogs. */
const sitemapSize = 10_000;

/** The newest blogs with the columns of a feed; of one author, where one is named. */
export function findForFeed(db: Reader, authorId?: string) {
  const all = db
    .selectFrom('published_blogs as blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .select([
      'blogs.id',
      'blogs.title',
      'blogs.category',
      'blogs.short_description',
      'blogs.created_at',
      'blogs.updated_at',
      'blogs.author_id',
      'people.name as author_name',
    ]);
  const some = authorId === undefined ? all : all.where('blogs.author_id', '=', authorId);
  return some
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(feedSize)
    .execute();
}

export type FeedRow = Awaited<ReturnType<typeof findForFeed>>[number];

/** The newest blogs' addresses and when each was last saved. */
export function findForSitemap(db: Reader) {
  return db
    .selectFrom('published_blogs as blogs')
    .select(['id', 'updated_at', 'author_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sitemapSize)
    .execute();
}

export type SitemapRow = Awaited<ReturnType<typeof findForSitemap>>[number];
