import type { BlogText } from '../../../blog/blog-text.ts';
import { columnsOf, insertBlog } from '../../../blog/server/store-blog.ts';
import { type AccountQuotas, bytesOf } from '../../../identity/account-quotas.ts';
import type { Layout } from '../../../platform/markdown/layout-bounds.ts';
import type { Write } from '../../../storage/storage.ts';

/** The same title and text by the same author within this time is the same blog: a form that was sent twice. */
const sameBlogMs = 60_000;

export interface NewBlog {
  readonly text: BlogText;
  readonly layout: Layout;
  readonly authorId: string;
  readonly quotas: AccountQuotas;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Publishes a blog and resolves to its id; to the id of the first one where the same was published just now. Throws
 * what `AccountQuotas` throws.
 */
export async function publishBlog(write: Write, blog: NewBlog): Promise<string> {
  const { text, layout, authorId, quotas, now } = blog;
  const same = await write.db
    .selectFrom('blogs')
    .select('id')
    .where('author_id', '=', authorId)
    .where('created_at', '>', now - sameBlogMs)
    .where('title', '=', text.title)
    .where('long_description', '=', text.longDescription)
    .executeTakeFirst();
  if (same) return same.id;
  const cost = { blogs: 1, writtenBytes: bytesOf(...Object.values(text)) } as const;
  const values = {
    ...columnsOf(text),
    word_count: layout.wordCount,
    author_id: authorId,
    created_at: now,
    updated_at: now,
    source_key: null,
  };
  return quotas.within(write, authorId, cost, () => insertBlog(write, values, layout.html));
}
