import type { Selectable } from 'kysely';
import { fold } from '../../../platform/text/fold.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import { changeSake, forStaff, type Sake } from '../../../storage/set-aside.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import type { HeldState, TextKind } from '../../held.ts';
import type { HeldTextsTable } from '../tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

export type HeldRow = Selectable<HeldTextsTable>;

/** How long what staff removed can be had back, in milliseconds. */
const undoMs = 7 * 24 * 60 * 60_000;
/** Most code points of what a list calls a text. */
const labelMax = 200;

/** What there is to know of a text that leaves its table. */
export interface LeavingText {
  readonly authorId: string | null;
  readonly blogId: string;
  /** Its title, or all of a comment. */
  readonly label: string;
  readonly sourceKey: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** How texts of one kind go out of sight, and come back as they were. The write holds the site-wide lock. */
export interface TextMover {
  /** Undefined where there is no such text in sight. */
  setAside(write: Write, id: string, sakeOf: SakeOf): Promise<LeavingText | undefined>;
  /**
   * False where it can't come back because what it hangs on is gone. What is still hidden for another's sake, such as an
   * account that is deleted, waits for that one from now on, and is as good as back.
   */
  putBack(write: Write, id: string, sake: Sake): Promise<boolean>;
}

export type SakeOf = (authorId: string | null) => Sake;
export type TextMovers = Readonly<Record<TextKind, TextMover>>;

export interface Hold {
  readonly kind: TextKind;
  readonly id: string;
  readonly state: HeldState;
  /** In words for its author. */
  readonly reason: string;
  /** Names what is hidden by one act. */
  readonly batch?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export async function findHeld(db: Db, kind: TextKind, id: string): Promise<HeldRow | undefined> {
  return db
    .selectFrom('held_texts')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function sakeOfHeld({ author_id, id, ends_at }: HeldRow): Sake {
  return forStaff(author_id, id, ends_at);
}

/**
 * Takes a text out of sight, or, where it is already, changes why. Resolves to what it is now; undefined where there is no
 * such text. The write holds the site-wide lock.
 */
export async function holdText(
  write: Write,
  movers: TextMovers,
  { kind, id, state, reason, batch = '', now }: Hold,
): Promise<HeldRow | undefined> {
  const ends_at = state === 'removed' ? now + undoMs : null;
  const change = { state, reason, batch: batch === '' ? null : batch, held_at: now, ends_at };
  const known = await findHeld(write.db, kind, id);
  if (known) {
    const held = { ...known, ...change };
    await changeSake(write, sakeOfHeld(known), sakeOfHeld(held));
    await write.db
      .updateTable('held_texts')
      .set(change)
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute();
    return held;
  }
  const text = await movers[kind].setAside(write, id, (authorId) =>
    forStaff(authorId, id, ends_at),
  );
  if (!text) return undefined;
  const label = shorten(text.label, labelMax);
  const held: HeldRow = {
    kind,
    id,
    author_id: text.authorId,
    blog_id: text.blogId,
    label,
    label_folded: fold(label),
    source_key: text.sourceKey,
    created_at: text.createdAt,
    ...change,
  };
  await write.db.insertInto('held_texts').values(held).execute();
  return held;
}

/**
 * Puts a text back into sight as it was. False where it can't come back; the write must then be let fail. The write is
 * alone among all.
 */
export async function releaseText(
  write: Write,
  movers: TextMovers,
  held: HeldRow,
): Promise<boolean> {
  const kind = held.kind as TextKind;
  await write.db
    .deleteFrom('held_texts')
    .where('kind', '=', kind)
    .where('id', '=', held.id)
    .execute();
  return movers[kind].putBack(write, held.id, sakeOfHeld(held));
}

/**
 * Whether its author deleted a text that is out of sight: for some days they can have it back, where it was. Until then
 * nobody else can: neither is it in a list of staff, nor do they bring it into sight.
 */
export function isDeletedByAuthor({ state, ends_at }: HeldRow): boolean {
  return state !== 'removed' && ends_at !== null;
}

/** Its author deletes a text that is out of sight, until `endsAt`; or has it back, where that is null. */
export async function setHeldEnd(
  write: Write,
  held: HeldRow,
  endsAt: number | null,
): Promise<HeldRow> {
  // What was hidden together comes back without it.
  const changed = { ...held, batch: null, ends_at: endsAt };
  await changeSake(write, sakeOfHeld(held), sakeOfHeld(changed));
  await write.db
    .updateTable('held_texts')
    .set({ batch: null, ends_at: endsAt })
    .where('kind', '=', held.kind)
    .where('id', '=', held.id)
    .execute();
  return changed;
}

/** Most that a person is told of at once. */
const ownHeldMax = 200;

/** What a person wrote that is out of sight, the latest first; not what was removed, nor what they deleted. */
export function findOwnHeld(db: Db, personId: string): Promise<HeldRow[]> {
  return db
    .selectFrom('held_texts')
    .selectAll()
    .where('author_id', '=', personId)
    .where('state', '!=', 'removed')
    .where('ends_at', 'is', null)
    .orderBy('held_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ownHeldMax)
    .execute();
}

/** Whether an import would bring back what staff keep out of sight. */
export async function isHeldSource(db: Db, sourceKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('held_texts')
    .select('id')
    .where('source_key', '=', sourceKey)
    .executeTakeFirst();
  return row !== undefined;
}
