import type { Reader } from '../../../../storage/storage.ts';
import { type ListPlace, pageOf } from '../../common/server/list-place.ts';
import { ownBlogsPerPage } from '../contract.ts';

export type OwnBlogRow = Awaited<ReturnType<typeof findOwnBlogs>>['rows'][number];

/** A page of what somebody published, newest first. It seeks by key: the last of a hundred thousand costs as the first. */
export async function findOwnBlogs(db: Reader, personId: string, after: ListPlace | undefined) {
  let query = db
    .selectFrom('published_blogs as blogs')
    .leftJoin('blog_html', 'blog_html.blog_id', 'blogs.id')
    .select(['id', 'title', 'category', 'word_count', 'created_at'])
    .select(['image_url', 'image_alt', 'undescribed'])
    .where('author_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after.time, after.key)),
    );
  }
  const found = await query.limit(ownBlogsPerPage + 1).execute();
  return pageOf(found, ownBlogsPerPage, ({ created_at, id }) => ({ time: created_at, key: id }));
}
