import type { BlogText } from '../../../blog/blog-text.ts';
import { columnsOf, insertBlog } from '../../../blog/server/store-blog.ts';
import type { Write } from '../../../storage/storage.ts';

/** The same title and text by the same author within this time is the same blog: a form that was sent twice. */
const sameBlogMs = 60_000;

export interface NewBlog {
  readonly text: BlogText;
  readonly wordCount: number;
  readonly authorId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Publishes a blog and resolves to its id; to the id of the first one where the same was published just now. */
export async function publishBlog(write: Write, blog: NewBlog): Promise<string> {
  const { text, wordCount, authorId, now } = blog;
  const same = await write.db
    .selectFrom('blogs')
    .select('id')
    .where('author_id', '=', authorId)
    .where('created_at', '>', now - sameBlogMs)
    .where('title', '=', text.title)
    .where('long_description', '=', text.longDescription)
    .executeTakeFirst();
  if (same) return same.id;
  return insertBlog(write, {
    ...columnsOf(text),
    word_count: wordCount,
    author_id: authorId,
    created_at: now,
    updated_at: now,
    source_key: null,
  });
}
