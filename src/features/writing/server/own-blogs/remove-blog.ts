import { blogNotFound } from '../../../../blog/contract.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import { findSaved, setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import type { WithBlogs } from '../../../../blog/server/with-blogs.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import { boundDeletions, findDeletion, forUndo } from '../../../../storage/set-aside.ts';
import type { Write } from '../../../../storage/storage.ts';
import { titleNotConfirmed } from '../../contract.ts';
import { undoTakingBack } from '../drafts/back-to-draft.ts';
import { deleteHeldBlog, restoreHeldBlog } from '../held/held-blogs.ts';
import { putBackInSight, takeOutOfSight } from './out-of-sight.ts';
import { putDraftBack, setDraftAside } from './set-aside-blogs.ts';

export interface OwnBlog {
  readonly id: string;
  readonly personId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface BlogRemoval extends OwnBlog {
  /** The blog's title, so that nobody removes another text than the one they see. */
  readonly title: string;
}

/**
 * Removes a blog with its comments, its revisions and what is being changed in it; for some days the author can have all
 * of it back. Wishes for it stay. One that staff keep out of sight stays there if it is had back. Throws `blog-not-found`, `not-yours`, `title-not-confirmed`. The write holds the site-wide lock.
 */
export async function removeBlog(
  write: Write,
  removal: BlogRemoval,
  withBlogs: readonly WithBlogs[],
): Promise<void> {
  const { id, personId, title, now } = removal;
  if (await deleteHeldBlog(write, removal)) return;
  await assertMayEdit(write.db, id, personId);
  const blog = await write.db
    .selectFrom('blogs')
    .select('id')
    .where('id', '=', id)
    .where('title', '=', title)
    .executeTakeFirst();
  if (!blog) throw titleNotConfirmed();
  const sake = forUndo(personId, id, now);
  await setDraftAside(write, id, personId, sake);
  await takeOutOfSight(write, { id, authorId: personId, sake }, withBlogs);
  await boundDeletions(write, personId);
}

/**
 * Brings back a blog that the person removed, or made a draft again, as it was. Throws `blog-not-found` where they can't
 * have it any more, and what `AccountQuotas` throws. The write holds the site-wide lock.
 */
export async function restoreBlog(
  write: Write,
  blog: OwnBlog,
  withBlogs: readonly WithBlogs[],
  quotas: AccountQuotas,
): Promise<void> {
  const { id, personId, now } = blog;
  const sake = await findDeletion(write, setAsideBlog, personId, id, now);
  await quotas.within(write, personId, { writtenBytes: 0 }, async () => {
    if (!sake && (await restoreHeldBlog(write, blog))) return;
    if (!sake) return undoTakingBack(write, blog, withBlogs);
    await putBackInSight(write, sake, withBlogs);
    // What isn't back is kept: the write comes to nothing.
    if (!(await findSaved(write.db, id))) throw blogNotFound();
    await putDraftBack(write, sake);
  });
}
