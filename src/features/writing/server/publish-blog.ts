import { randomUUIDv7 } from 'node:crypto';
import { blogTags } from '../../../blog/blog-tags.ts';
import type { BlogText } from '../../../blog/blog-text.ts';
import { columnsOf } from '../../../blog/server/store-blog.ts';
import type { Write } from '../../../storage/storage.ts';
import { indexTitle } from '../../search/server/title-search.ts';

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
  const id = randomUUIDv7();
  await write.db
    .insertInto('blogs')
    .values({
      ...columnsOf(text),
      id,
      word_count: wordCount,
      author_id: authorId,
      created_at: now,
      updated_at: now,
      source_key: null,
    })
    .execute();
  await indexTitle(write.db, id, text.title);
  write.touch(blogTags.lists, blogTags.one(id));
  return id;
}
