import { blogTags } from '../../../blog/contract.ts';
import { hideOnBlog, showOnBlog } from '../../../blog/life.ts';
import { assertMayEdit } from '../../../blog/server/assert-may-edit.ts';
import { hiddenByAuthors } from '../../../blog/server/held/held-texts.ts';
import { changeComment } from '../../../blog/server/text-life.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { commentNotFound } from '../contract.ts';
import { hiddenCommentsMax } from '../contract-on-own-blog.ts';
import { findComment } from './comment-store.ts';

type Db = Pick<Reader, 'selectFrom'>;

export interface OnOwnBlog {
  readonly id: string;
  /** The author of the blog. */
  readonly personId: string;
  readonly now: number;
}

/** Hides a visible comment on the person's own blog. Throws `comment-not-found`, `not-yours`. */
export async function hideOnOwnBlog(write: Write, { id, personId, now }: OnOwnBlog): Promise<void> {
  const comment = isId(id) ? await findComment(write.db, id) : undefined;
  if (!comment) throw commentNotFound();
  await assertMayEdit(write.db, comment.blog_id, personId);
  if (!(await changeComment(write, id, hideOnBlog(now)))) throw commentNotFound();
}

/** Shows a comment again that the person hid on their own blog. Throws `comment-not-found`. */
export async function showOnOwnBlog(
  write: Write,
  { id, personId }: Omit<OnOwnBlog, 'now'>,
): Promise<void> {
  const hidden = isId(id)
    ? await hiddenByAuthors(write.db)
        .innerJoin('published_blogs as blogs', 'blogs.id', 'comments.blog_id')
        .select('comments.id')
        .where('comments.id', '=', id)
        .where('blogs.author_id', '=', personId)
        .executeTakeFirst()
    : undefined;
  if (!hidden || !(await changeComment(write, id, showOnBlog))) throw commentNotFound();
}

/**
 * The comments that a blog's author hid, the latest first, without those that staff hold back as well: authors don't
 * learn of these holds.
 */
export function findHiddenOn(db: Db, blogId: string) {
  return hiddenByAuthors(db)
    .innerJoin('people', 'people.id', 'comments.person_id')
    .select(['comments.id', 'text', 'people.name', 'author_hidden_at'])
    .where('blog_id', '=', blogId)
    .orderBy('author_hidden_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(hiddenCommentsMax)
    .execute();
}

/** Closes a blog to new comments, as its author can; `at` is in milliseconds since 1970. */
export async function closeComments({ db }: Write, blogId: string, at: number): Promise<void> {
  await db
    .insertInto('closed_comments')
    .values({ blog_id: blogId, closed_at: at })
    .onConflict((conflict) => conflict.column('blog_id').doNothing())
    .execute();
}

/** Closes the comments of the person's own blog, or opens them. Throws `blog-not-found`, `not-yours`. */
export async function setCommentingOn(
  write: Write,
  { id: blogId, personId, now }: OnOwnBlog,
  isOpen: boolean,
): Promise<void> {
  const { db } = write;
  await assertMayEdit(db, blogId, personId);
  if (isOpen) {
    await db.deleteFrom('closed_comments').where('blog_id', '=', blogId).execute();
  } else {
    await closeComments(write, blogId, now);
  }
  // No list shows whether a blog takes comments.
  write.touch(blogTags.one(blogId));
}
