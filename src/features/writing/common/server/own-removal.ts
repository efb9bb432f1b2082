import { remove, restorableMs, restore, type Transition } from '../../../../blog/life.ts';
import { findHold, setHoldEnd } from '../../../../blog/server/held/moderation-holds.ts';
import { changeBlog } from '../../../../blog/server/text-life.ts';
import { recordAudit } from '../../../../identity/audit-log.ts';
import type { Write } from '../../../../storage/storage.ts';
import type { OwnBlog } from './own-life.ts';

/** Keeps a record of a held blog for staff, who may be the only ones that saw it. */
async function noteHeld(write: Write, { id, personId, now }: OwnBlog, action: string) {
  const hold = await findHold(write.db, 'blog', id);
  if (!hold) return;
  const { label, author_id: about, reason } = hold;
  const subject = { kind: 'blog', id, label };
  await recordAudit(write, { by: { id: personId }, action, subject, about, reason, at: now });
}

/** Soft-deletes a blog of its author's; a moderation hold ends with it. False where its state doesn't allow it. */
export async function softDelete(write: Write, blog: OwnBlog): Promise<boolean> {
  const { id, now } = blog;
  const changed = await changeBlog(write, id, remove(now));
  if (!changed) return false;
  if (changed.after.moderation !== 'none') {
    await setHoldEnd(write, { kind: 'blog', id }, now + restorableMs);
    await noteHeld(write, blog, 'held-blog-deleted');
  }
  return true;
}

/** Undoes `softDelete`; a moderation hold stays. False where it isn't deleted, or its retention is over. */
export async function undoDeletion(
  write: Write,
  blog: OwnBlog,
  transition: Transition = restore(blog.now),
): Promise<boolean> {
  const { id } = blog;
  const changed = await changeBlog(write, id, transition);
  if (!changed) return false;
  const { moderation } = changed.after;
  if (moderation === 'none') return true;
  // A removal by staff in the meantime keeps its own end.
  if (moderation !== 'removed') await setHoldEnd(write, { kind: 'blog', id }, null);
  await noteHeld(write, blog, 'held-blog-had-back');
  return true;
}
