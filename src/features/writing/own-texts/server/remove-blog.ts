import { blogNotFound } from '../../../../blog/contract.ts';
import { backToDraft, isHeld, restorableMs, restore } from '../../../../blog/life.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import { boundRemoved } from '../../../../blog/server/bound-removed.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { Write } from '../../../../storage/storage.ts';
import { findOwnLife, type OwnBlog } from '../../common/server/own-life.ts';
import { softDelete, undoDeletion } from '../../common/server/own-removal.ts';
import { publishAsItWas } from '../../drafts/server/back-to-draft.ts';
import { setDraftEnd } from '../../drafts/server/draft-store.ts';
import { titleNotConfirmed } from '../contract.ts';

export interface BlogRemoval extends OwnBlog {
  /** The blog's title, so that the person can't remove another text than the one they see. */
  readonly title: string;
}

interface RemovedBlog {
  readonly id: string;
  readonly authorId: string;
  readonly by: string;
  readonly now: number;
}

/**
 * Soft-deletes a blog, which hides its comments too; only its author can restore it, for some days. Wishes for it
 * stay. A moderation hold survives the restore. Throws `blog-not-found`, `not-yours`, `title-not-confirmed`. The write
 * holds the person's lock.
 */
export async function removeBlog(write: Write, removal: BlogRemoval): Promise<void> {
  const { id, personId, title, now } = removal;
  const own = await findOwnLife(write.db, removal);
  const isHeldBack = own !== undefined && isHeld(own.life) && own.life.moderation !== 'removed';
  if (!isHeldBack) await assertMayEdit(write.db, id, personId);
  if (own?.title !== title) throw titleNotConfirmed();
  if (!(await softDelete(write, removal))) throw blogNotFound();
  await setDraftEnd(write, { personId, key: id }, now + restorableMs);
  await boundRemoved(write, personId, now);
}

/**
 * Restores a blog that the person removed, or publishes one again that they unpublished, in its former text. Throws
 * `blog-not-found` where neither applies, and what `AccountQuotas` throws. The write holds the person's lock.
 */
export async function restoreBlog(
  write: Write,
  blog: OwnBlog,
  quotas: AccountQuotas,
): Promise<void> {
  const { id, personId } = blog;
  await quotas.within(write, personId, { writtenBytes: 0 }, async () => {
    const own = await findOwnLife(write.db, blog);
    if (!own) throw blogNotFound();
    if (await undoDeletion(write, blog)) {
      await setDraftEnd(write, { personId, key: id }, null);
      return;
    }
    if (own.life.state !== 'draft') throw blogNotFound();
    await publishAsItWas(write, { personId, key: id });
  });
}

/**
 * Brings back a removed blog that has another author now: as a draft, since whoever removed it may have written in it.
 * One that staff hold back stays held. `by` is who does it; the blog's draft, if any, is of `authorId`.
 */
export async function restoreAsDraft(
  write: Write,
  { id, authorId, by, now }: RemovedBlog,
): Promise<void> {
  const isBack = await undoDeletion(write, { id, personId: by, now }, (life) => {
    const back = restore(now)(life);
    return back && (backToDraft(back) ?? back);
  });
  if (isBack) await setDraftEnd(write, { personId: authorId, key: id }, null);
}
