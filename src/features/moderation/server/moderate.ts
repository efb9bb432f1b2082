import type { HeldState, TextKind } from '../../../blog/held.ts';
import { findHoldable, findWhoWrote } from '../../../blog/server/held/held-texts.ts';
import {
  findHold,
  type HoldRow,
  holdText,
  isDeletedByAuthor,
  releaseText,
} from '../../../blog/server/held/moderation-holds.ts';
import { type NewAuditEntry, recordAudit } from '../../../identity/audit-log.ts';
import { assertDecides, assertDecidesAll } from '../../../identity/authority.ts';
import { type StaffParts, writeAsStaff } from '../../../identity/owners.ts';
import { type Person, personTag } from '../../../identity/person.ts';
import { isId } from '../../../platform/text/id.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { actedMeanwhile, cannotComeBack, writerNotFound } from '../contract/manage.ts';
import { textNotFound } from '../contract/reports.ts';
import { closeReports, reopenReports } from './report-store.ts';

type Db = Pick<Reader, 'selectFrom'>;
export type Standing = 'shown' | HeldState;

export interface Move {
  readonly kind: TextKind;
  readonly id: string;
  /** The standing that the moderator saw. */
  readonly from: Standing;
  readonly to: Standing;
  readonly reason: string;
  /** Undoes the last action. */
  readonly isUndo: boolean;
  readonly now: number;
}

/** The name of the action in the audit log. */
function nameOf({ kind, from, to }: Move): string {
  if (to === 'hidden') return `${kind}-${from === 'waiting' ? 'declined' : 'hidden'}`;
  if (to === 'removed') return `${kind}-removed`;
  if (to === 'waiting') return `${kind}-put-back-to-wait`;
  return `${kind}-${from === 'waiting' ? 'approved' : 'restored'}`;
}

async function show(write: Write, held: HoldRow, isUndo: boolean) {
  if (!(await releaseText(write, held))) throw cannotComeBack();
  const name = { kind: held.kind as TextKind, id: held.id };
  if (isUndo) await reopenReports(write, name, held.held_at);
}

/** Whether its retention has ended: dependent rows may have been deleted already. */
const isOver = ({ ends_at }: HoldRow, now: number) => ends_at !== null && ends_at <= now;

/** Called within the write with a comment that becomes visible for the first time, after it waited or was declined. */
export type OnLetIn = (
  write: Write,
  letIn: { readonly blogId: string; readonly commentId: string; readonly now: number },
) => Promise<void>;

/** Called within the write with the decision of staff on a text, and its name in the audit log. */
export type OnDecision = (
  write: Write,
  decision: {
    readonly kind: TextKind;
    readonly id: string;
    readonly action: string;
    readonly authorId: string | null;
    readonly byId: string;
    readonly now: number;
  },
) => Promise<void>;

/** Callbacks for actions of staff. */
export interface ModerationHooks {
  readonly onLetIn?: OnLetIn;
  readonly onDecision?: OnDecision;
}

async function isLetIn({ db }: Write, { kind, id, from, to }: Move): Promise<boolean> {
  if (kind !== 'comment' || to !== 'shown') return false;
  if (from === 'waiting') return true;
  const declined = await db
    .selectFrom('acts')
    .select('id')
    .where('subject_id', '=', id)
    .where('act', '=', 'comment-declined')
    .executeTakeFirst();
  return declined !== undefined;
}

/**
 * Changes the standing of a text and records it. Throws `acted-meanwhile` where the standing isn't the one that the
 * moderator saw, `text-not-found`, `cannot-come-back`, and what `assertDecides` throws.
 */
export async function move(
  write: Write,
  by: Person,
  given: Move,
  { onLetIn, onDecision }: ModerationHooks = {},
): Promise<void> {
  const { kind, id, from, to, reason, now, isUndo } = given;
  const held = await findHold(write.db, kind, id);
  if (held && (isDeletedByAuthor(held) || isOver(held, now))) throw textNotFound();
  const authorId = isId(id) ? await findWhoWrote(write.db, kind, id) : undefined;
  await assertDecides(write, by, authorId ?? null, now);
  if ((held?.state ?? 'shown') !== from || from === to) throw actedMeanwhile();
  let { label, author_id: about } = held ?? { label: '', author_id: null };
  if (to === 'shown') {
    if (held) await show(write, held, isUndo);
    if (held && (await isLetIn(write, given))) {
      await onLetIn?.(write, { blogId: held.blog_id, commentId: id, now });
    }
  } else {
    const moved = await holdText(write, { kind, id, state: to, reason, now });
    if (!moved) throw textNotFound();
    if (from === 'shown') await closeReports(write, { kind, id }, now);
    ({ label, author_id: about } = moved);
  }
  const subject = { kind, id, label };
  const action = nameOf(given);
  await recordAudit(write, { by, action, subject, about, reason, at: now });
  await onDecision?.(write, { kind, id, action, authorId: authorId ?? null, byId: by.id, now });
}

/** Texts hidden per write, so that other writes don't wait long. */
const atOnce = 50;

async function assertIsThere(db: Db, personId: string): Promise<void> {
  const row = isId(personId)
    ? await db.selectFrom('people').select('id').where('id', '=', personId).executeTakeFirst()
    : undefined;
  if (!row) throw writerNotFound();
}

/** Each write checks the role again: a moderator who is dismissed in between is refused. */
function manyWrites(parts: StaffParts, person: Person, writerIds: readonly string[]) {
  const lockKeys = writerIds.map(personTag);
  return <T>(isContinued: boolean, work: (write: Write) => Promise<T>) =>
    writeAsStaff(parts, { person, access: 'staff', isContinued }, work, lockKeys);
}

export interface AllOf {
  readonly personId: string;
  readonly reason: string;
  readonly now: number;
}

/**
 * Hides all texts of a person, a batch per write, under one id by which they can be restored together. After an
 * interruption, a second call hides the rest.
 */
export async function hideAll(
  parts: StaffParts & ModerationHooks,
  by: Person,
  { personId, reason, now }: AllOf,
): Promise<{ batch: string; count: number }> {
  const batch = rowId();
  const subject = { kind: 'person', id: personId, label: '' };
  const entry: NewAuditEntry = { by, action: 'texts-hidden', subject, reason, at: now };
  const writeSome = manyWrites(parts, by, [personId]);
  let count = 0;
  for (;;) {
    const hidden = await writeSome(count > 0, async (write) => {
      await assertIsThere(write.db, personId);
      await assertDecides(write, by, personId, now);
      const texts = await findHoldable(write.db, personId, atOnce);
      if (count === 0) await recordAudit(write, entry);
      for (const { kind, id } of texts) {
        await holdText(write, { kind, id, state: 'hidden', reason, batch, now });
        await closeReports(write, { kind, id }, now);
        const action = `${kind}-hidden`;
        const decision = { kind, id, action, authorId: personId, byId: by.id, now };
        await parts.onDecision?.(write, decision);
      }
      return texts.length;
    });
    count += hidden;
    if (hidden < atOnce) return { batch, count };
  }
}

/** The authors of the texts in a batch: some of these may have been handed over since they were hidden. */
async function findWritersOf(db: Db, batch: string): Promise<readonly (string | null)[]> {
  const rows = await db
    .selectFrom('moderation_holds')
    .select('author_id')
    .distinct()
    .where('batch', '=', batch)
    .execute();
  return rows.map(({ author_id }) => author_id);
}

/**
 * Restores what one `hideAll` hid, except texts that were changed since. Comments on a blog that was deleted for good
 * are dropped and don't block the others. Throws `acted-meanwhile` where nothing can be restored, and what
 * `assertDecidesAll` throws about their authors.
 */
export async function showAll(
  parts: StaffParts & ModerationHooks,
  by: Person,
  { batch, now }: { batch: string; now: number },
): Promise<number> {
  const writers = isId(batch) ? await findWritersOf(parts.storage.writer, batch) : [];
  // An unknown batch is refused within the write, which checks the caller's role first.
  const writeSome = manyWrites(
    parts,
    by,
    writers.filter((id) => id !== null),
  );
  let count = 0;
  for (;;) {
    const { found, back } = await writeSome(count > 0, async (write) => {
      if (!isId(batch)) return { found: 0, back: 0 };
      const rows = await write.db
        .selectFrom('moderation_holds')
        .selectAll()
        .where('batch', '=', batch)
        // Blogs before the comments on them.
        .orderBy('kind')
        .limit(atOnce)
        .execute();
      const [first] = rows;
      if (!first) return { found: 0, back: 0 };
      await assertDecidesAll(write, by, await findWritersOf(write.db, batch), now);
      const subject = { kind: 'person', id: first.author_id ?? '', label: '' };
      if (count === 0) await recordAudit(write, { by, action: 'texts-restored', subject, at: now });
      let back = 0;
      for (const held of rows) {
        if (!(await releaseText(write, held))) continue;
        back += 1;
        const { id, author_id: authorId } = held;
        const kind = held.kind as TextKind;
        await reopenReports(write, { kind, id }, held.held_at);
        const action = `${kind}-restored`;
        await parts.onDecision?.(write, { kind, id, action, authorId, byId: by.id, now });
      }
      return { found: rows.length, back };
    });
    count += back;
    if (found < atOnce) break;
  }
  if (count === 0) throw actedMeanwhile();
  return count;
}
