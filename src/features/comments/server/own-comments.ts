import { blogNotFound } from '../../../blog/contract.ts';
import { remove, restore } from '../../../blog/life.ts';
import { boundRemoved } from '../../../blog/server/bound-removed.ts';
import { changeComment } from '../../../blog/server/text-life.ts';
import { allTexts, visibleColumns } from '../../../blog/server/texts.ts';
import { type AccountQuotas, bytesOf } from '../../../identity/quotas/account-quotas.ts';
import { notYours } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Write } from '../../../storage/storage.ts';
import {
  commentHeld,
  commentNotFound,
  editableMs,
  editedMeanwhile,
  tooLateToEdit,
} from '../contract.ts';
import { type CommentRow, findComment } from './comment-store.ts';

export interface OwnComment {
  readonly id: string;
  readonly personId: string;
  readonly now: number;
}

/**
 * Soft-deletes a person's own comment; they can restore it for some days. Throws `comment-not-found`, or `not-yours`
 * where it is another person's.
 */
export async function removeComment(
  write: Write,
  { id, personId, now }: OwnComment,
): Promise<void> {
  const comment = isId(id) ? await findComment(write.db, id) : undefined;
  if (!comment) throw commentNotFound();
  if (comment.person_id !== personId) throw notYours();
  if (!(await changeComment(write, id, remove(now)))) throw commentNotFound();
  await boundRemoved(write, personId, now);
}

/**
 * Restores a comment that the person deleted, in its place. Throws `comment-not-found` when it can't be restored any
 * more, `blog-not-found` while its blog isn't visible, and what `AccountQuotas` throws.
 */
export async function restoreComment(
  write: Write,
  { id, personId, now }: OwnComment,
  quotas: AccountQuotas,
): Promise<void> {
  const own = isId(id)
    ? await allTexts(write.db)
        .selectFrom('comments')
        .select('id')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .executeTakeFirst()
    : undefined;
  if (!own) throw commentNotFound();
  const restored = await quotas.within(write, personId, { writtenBytes: 0 }, () =>
    changeComment(write, id, restore(now)),
  );
  if (!restored) throw commentNotFound();
  // Rolls back: while its blog isn't visible, the comment stays deleted.
  if (!(await findComment(write.db, id))) throw blogNotFound();
}

/** Whether a person's own comment, which isn't visible, still exists. */
async function isHeldBack({ db }: Write, { id, personId }: OwnComment): Promise<boolean> {
  const row = isId(id)
    ? await allTexts(db)
        .selectFrom('comments')
        .select('moderation')
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .where('state', '=', 'published')
        .where('moderation', '<>', 'removed')
        .executeTakeFirst()
    : undefined;
  return row !== undefined;
}

/**
 * A person's own comment, if it can still be changed. Throws `comment-not-found`, `comment-held`, `not-yours` or
 * `too-late-to-edit`.
 */
export async function findEditable(write: Write, own: OwnComment): Promise<CommentRow> {
  const { id, personId, now } = own;
  const comment = isId(id) ? await findComment(write.db, id) : undefined;
  if (!comment) throw (await isHeldBack(write, own)) ? commentHeld() : commentNotFound();
  if (comment.person_id !== personId) throw notYours();
  if (now - comment.created_at >= editableMs) throw tooLateToEdit();
  return comment;
}

export interface Edit {
  readonly text: string;
  /** The last edit's time that the editor saw: milliseconds, or null; undefined where the caller doesn't send it. */
  readonly seenEditedAt: number | null | undefined;
  readonly now: number;
}

/**
 * Replaces a comment's text. Throws `edited-meanwhile`, `comment-held` if it has just been hidden, and what
 * `AccountQuotas` throws.
 */
export async function storeEdit(
  write: Write,
  { id, person_id: personId, text: was, edited_at: editedAt }: CommentRow,
  { text, seenEditedAt, now }: Edit,
  quotas: AccountQuotas,
): Promise<void> {
  if (seenEditedAt !== undefined && seenEditedAt !== editedAt) throw editedMeanwhile();
  const bytes = bytesOf(text);
  const cost = { writtenBytes: bytes, addedBytes: bytes - bytesOf(was) };
  const { numUpdatedRows } = await quotas.within(write, personId, cost, () =>
    allTexts(write.db)
      .updateTable('comments')
      // Two edits within a millisecond get distinct times.
      .set({ text, bytes, edited_at: Math.max(now, (editedAt ?? 0) + 1) })
      .where('id', '=', id)
      .where((comment) => comment.and(visibleColumns))
      .where('author_hidden_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows === 0n) throw commentHeld();
}
