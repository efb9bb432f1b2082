import { blogsOfTag } from '../../../blog/server/tags/walk-tag.ts';
import type { Reader } from '../../../storage/storage.ts';
import type { FeedPart } from '../contract/feeds.ts';

/** Blogs in a feed; feed readers that poll once a day miss none. */
const feedSize = 30;
/** Longest text included in full, in bytes of HTML. */
const textMax = 256 * 1_024;
/** Bytes of all texts in a feed: a few times the size of thirty ordinary ones. */
const textsMax = 1_024 * 1_024;

function heads(db: Reader) {
  return db
    .selectFrom('published_blogs as blogs')
    .leftJoin('people', 'people.id', 'blogs.author_id')
    .select([
      'blogs.id',
      'blogs.title',
      'blogs.category',
      'blogs.image_url',
      'blogs.image_alt',
      'blogs.short_description',
      'blogs.tags',
      'blogs.created_at',
      'blogs.updated_at',
      'blogs.author_id',
      'people.name as author_name',
    ]);
}

/** The newest blogs with the columns of a feed; `tag` is a tag's key. */
export async function findForFeed(
  db: Reader,
  { category, author, tag }: Partial<FeedPart>,
): Promise<readonly FeedRow[]> {
  if (tag) {
    const newest = await blogsOfTag(db, tag, { order: 'desc', limit: feedSize });
    return findOfFeed(
      db,
      newest.map(({ id }) => id),
    );
  }
  let some = heads(db);
  if (author) some = some.where('blogs.author_id', '=', author);
  if (category) some = some.where('blogs.category', '=', category);
  return some
    .orderBy('blogs.created_at', 'desc')
    .orderBy('blogs.id', 'desc')
    .limit(feedSize)
    .execute();
}

export type FeedRow = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number];

/** The visible ones of these blogs with the columns of a feed, in the order of `ids`. */
export async function findOfFeed(db: Reader, ids: readonly string[]): Promise<readonly FeedRow[]> {
  if (ids.length === 0) return [];
  const rows = await heads(db).where('blogs.id', 'in', ids.slice(0, feedSize)).execute();
  const places = new Map(ids.map((id, place) => [id, place]));
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

/**
 * The HTML of these blogs by id, in their order, up to `textsMax` bytes. Blogs whose layout is outdated are missing:
 * the feed shows their short description only.
 */
export async function findTexts(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const laidOut = db
    .selectFrom('published_blogs as blogs')
    .innerJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .whereRef('blog_html.blog_version', '=', 'blogs.version')
    .whereRef('blog_html.blog_updated_at', '=', 'blogs.updated_at');
  const sizes = await laidOut
    .select('blogs.id')
    .select(({ fn }) => fn<number>('octet_length', ['blog_html.html']).as('bytes'))
    .where('blogs.id', 'in', ids)
    .execute();
  const bytesOf = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
  let room = textsMax;
  const fitting = ids.filter((id) => {
    const bytes = bytesOf.get(id) ?? Number.POSITIVE_INFINITY;
    if (bytes > Math.min(room, textMax)) return false;
    room -= bytes;
    return true;
  });
  if (fitting.length === 0) return new Map();
  const rows = await laidOut
    .select(['blogs.id', 'blog_html.html'])
    .where('blogs.id', 'in', fitting)
    .execute();
  return new Map(rows.map(({ id, html }) => [id, html]));
}

/** The name of a person who has published a blog; undefined for all others. */
export async function findAuthorName(db: Reader, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('published_blogs as blogs')
    .innerJoin('people', 'people.id', 'blogs.author_id')
    .select('people.name')
    .where('blogs.author_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}
