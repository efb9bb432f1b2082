import { assertMayEdit } from '../../../blog/server/assert-may-edit.ts';
import { forgetBlogs } from '../../../blog/server/related-blogs.ts';
import { noteBlogChange } from '../../../blog/server/store-blog.ts';
import type { Write } from '../../../storage/storage.ts';
import { titleNotConfirmed } from '../contract.ts';

export interface BlogRemoval {
  readonly id: string;
  readonly personId: string;
  /** The blog's title, as the author typed it to confirm. */
  readonly title: string;
}

/**
 * Removes a blog with its comments and revisions; wishes for it stay. Throws `blog-not-found`, `not-yours`,
 * `title-not-confirmed`. The write is alone among all.
 */
export async function removeBlog(write: Write, { id, personId, title }: BlogRemoval) {
  const { db } = write;
  await assertMayEdit(db, id, personId);
  await forgetBlogs(db, [id]);
  const removed = await db
    .deleteFrom('blogs')
    .where('id', '=', id)
    .where('author_id', '=', personId)
    .where('title', '=', title)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw titleNotConfirmed();
  noteBlogChange(write, id);
}
