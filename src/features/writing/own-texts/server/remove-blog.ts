import { blogNotFound } from '../../../../blog/contract.ts';
import { isHeld, remove, restorableMs, restore } from '../../../../blog/life.ts';
import { assertMayEdit } from '../../../../blog/server/assert-may-edit.ts';
import { boundRemoved } from '../../../../blog/server/bound-removed.ts';
import { findHold, setHoldEnd } from '../../../../blog/server/held/moderation-holds.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { recordAudit } from '../../../../identity/audit-log.ts';
import type { AccountQuotas } from '../../../../identity/quotas/account-quotas.ts';
import type { Write } from '../../../../storage/storage.ts';
import { findOwnLife, type OwnBlog } from '../../common/server/own-life.ts';
import { publishAsItWas } from '../../drafts/server/back-to-draft.ts';
import { setDraftEnd } from '../../drafts/server/draft-store.ts';
import { titleNotConfirmed } from '../contract.ts';

export interface BlogRemoval extends OwnBlog {
  /** The blog's title, so that the person can't remove another text than the one they see. */
  readonly title: string;
}

/** Keeps a record of a held blog for staff, who may be the only ones that saw it. */
async function noteHeld(write: Write, { id, personId, now }: OwnBlog, action: string) {
  const hold = await findHold(write.db, 'blog', id);
  if (!hold) return;
  const subject = { kind: 'blog', id, label: hold.label };
  await recordAudit(write, { by: { id: personId }, action, subject, reason: hold.reason, at: now });
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
  if (!(await changeBlog(write, id, remove(now)))) throw blogNotFound();
  const endsAt = now + restorableMs;
  await setDraftEnd(write, { personId, key: id }, endsAt);
  if (isHeldBack) {
    await setHoldEnd(write, { kind: 'blog', id }, endsAt);
    await noteHeld(write, removal, 'held-blog-deleted');
  }
  await boundRemoved(write, personId, now);
}

/** Undoes the removal of a blog. False where it isn't removed, or its retention is over. */
async function undoRemoval(write: Write, blog: OwnBlog): Promise<boolean> {
  const { id, personId, now } = blog;
  const changed = await changeBlog(write, id, restore(now));
  if (!changed) return false;
  await setDraftEnd(write, { personId, key: id }, null);
  if (changed.after.moderation !== 'none') {
    // A removal by staff in the meantime keeps its own end.
    if (changed.after.moderation !== 'removed') {
      await setHoldEnd(write, { kind: 'blog', id }, null);
    }
    await noteHeld(write, blog, 'held-blog-had-back');
  }
  return true;
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
    if (await undoRemoval(write, blog)) return;
    if (own.life.state !== 'draft') throw blogNotFound();
    await publishAsItWas(write, { personId, key: id });
  });
}
