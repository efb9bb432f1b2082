import type { Reader } from '../../../../storage/storage.ts';
import type { ExportedBlog } from './blog-file.ts';

/** Blogs read at once: few, since each may hold a long text. */
const batchSize = 20;

/** A person's own blogs, oldest first. */
export async function* ownBlogs(
  readerOf: () => Reader,
  personId: string,
): AsyncGenerator<ExportedBlog> {
  let after = '';
  for (;;) {
    const rows = await readerOf()
      .selectFrom('blogs')
      .innerJoin('people', 'people.id', 'blogs.author_id')
      .select(['blogs.id', 'title', 'image_url', 'category', 'short_description'])
      .select(['long_description', 'blogs.created_at', 'updated_at', 'people.name as author_name'])
      .where('author_id', '=', personId)
      .where('blogs.id', '>', after)
      .orderBy('blogs.id')
      .limit(batchSize)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}
