import { suggestTags } from '../../../blog/server/tags/find-tags.ts';
import { blogsOfTag } from '../../../blog/server/tags/walk-tag.ts';
import type { Reader } from '../../../storage/storage.ts';

/** Blogs in the feed; readers that ask once a day miss none. */
const feedSize = 30;
/** Blogs in the site map: the protocol allows 50,000 addresses, and the older ones are reached from All Blogs. */
const sitemapSize = 10_000;

/** The newest blogs with the columns of a feed; of one author, or among some, where these are named. */
export function findForFeed(
  db: Reader,
  of: { readonly authorId?: string; readonly among?: readonly string[] } = {},
) {
  const { authorId, among } = of;
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
  return (among === undefined ? some : some.where('blogs.id', 'in', among))
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(feedSize)
    .execute();
}

/** The newest blogs of a tag; none where no visible blog has it. */
export async function findForTagFeed(db: Reader, tag: string): Promise<readonly FeedRow[]> {
  const newest = await blogsOfTag(db, tag, { order: 'desc', limit: feedSize });
  return newest.length === 0 ? [] : findForFeed(db, { among: newest.map(({ id }) => id) });
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

/** Tags in the site map, those of most blogs. */
const sitemapTags = 1_000;

/** The addresses of tags that have a visible blog. */
export async function findTagsForSitemap(db: Reader): Promise<readonly string[]> {
  return (await suggestTags(db, '', sitemapTags)).map(({ tag }) => tag);
}

export type SitemapRow = Awaited<ReturnType<typeof findForSitemap>>[number];
