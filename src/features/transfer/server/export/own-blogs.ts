import { inBatches } from '../../../../storage/in-batches.ts';
import type { Reader } from '../../../../storage/storage.ts';
import type { ExportedBlog } from './blog-file.ts';

/** A person's own blogs, oldest first; one at a time, since each may hold a long text. */
export function ownBlogs(readerOf: () => Reader, personId: string): AsyncGenerator<ExportedBlog> {
  return inBatches<ExportedBlog>(1, (last, size) =>
    readerOf()
      .selectFrom('blogs')
      .innerJoin('people', 'people.id', 'blogs.author_id')
      .select(['blogs.id', 'title', 'image_url', 'image_alt', 'category'])
      .select(['short_description', 'long_description', 'blogs.created_at', 'updated_at'])
      .select('people.name as author_name')
      .where('author_id', '=', personId)
      .where('blogs.id', '>', last?.id ?? '')
      .orderBy('blogs.id')
      .limit(size)
      .execute(),
  );
}
