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
 * Deletes a person's own comment; for some days they can restore it. Throws `comment-not-found`, or `not-yours` where it
 * is another person's.
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
 * Brings back what the person deleted, where it stood. Throws `comment-not-found` where they can't have it any more,
 * `blog-not-found` where its blog isn't visible at this time, and what `AccountQuotas` throws.
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
  // What isn't seen is kept: the write comes to nothing.
  if (!(await findComment(write.db, id))) throw blogNotFound();
}

/** Whether a person's own comment is there, and others don't see it. */
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
  /** When the comment was changed last, as who changes it saw it: milliseconds, or null; undefined where they don't say. */
  readonly seenEditedAt: number | null | undefined;
  readonly now: number;
}

/**
 * Puts another text in the place of a comment's. Throws `edited-meanwhile`, `comment-held` where somebody has just hidden it,
 * and what `AccountQuotas` throws.
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
      // Of two changes within a millisecond, each has a time of its own.
      .set({ text, bytes, edited_at: Math.max(now, (editedAt ?? 0) + 1) })
      .where('id', '=', id)
      .where((comment) => comment.and(visibleColumns))
      .where('author_hidden_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  if (numUpdatedRows === 0n) throw commentHeld();
}
