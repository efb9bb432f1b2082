import { forgetBlogs } from '../../../../blog/server/related-blogs.ts';
import { noteBlogChange } from '../../../../blog/server/store-blog.ts';
import type { WithBlogs } from '../../../../blog/server/with-blogs.ts';
import type { Sake } from '../../../../storage/set-aside.ts';
import type { Write } from '../../../../storage/storage.ts';
import {
  putBlogsBack,
  putRevisionsBack,
  setBlogAside,
  setRevisionsAside,
} from './set-aside-blogs.ts';

/**
 * Takes a blog out of sight with its comments and earlier texts, for somebody's sake: to every list, page and call it is
 * as one that never was. Wishes for it stay, and so does what its author is changing in it. The write holds the site-wide lock.
 */
export async function takeOutOfSight(
  write: Write,
  { id, authorId, sake }: { readonly id: string; readonly authorId: string; readonly sake: Sake },
  withBlogs: readonly WithBlogs[],
): Promise<void> {
  for (const part of withBlogs) await part.setAside(write, id, sake);
  await setRevisionsAside(write, id, authorId, sake);
  await forgetBlogs(write.db, [id]);
  await setBlogAside(write, id, sake);
  noteBlogChange(write, id);
}

/**
 * Puts back what was taken out of sight for that sake, as it was: id, dates, comments, earlier texts. The write is alone
 * among all.
 */
export async function putBackInSight(
  write: Write,
  sake: Sake,
  withBlogs: readonly WithBlogs[],
): Promise<void> {
  await putBlogsBack(write, sake);
  await putRevisionsBack(write, sake);
  for (const part of withBlogs) await part.putBack(write, sake);
}
