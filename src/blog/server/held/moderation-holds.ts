import type { Selectable } from 'kysely';
import { fold } from '../../../platform/text/fold.ts';
import { isId } from '../../../platform/text/id.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import type { HeldState, TextKind, WhyHeld } from '../../held.ts';
import { hold, release, restorableMs } from '../../life.ts';
import type { ModerationHoldsTable } from '../tables.ts';
import { changeText } from '../text-life.ts';
import { allTexts } from '../texts.ts';
import { hiddenByAuthors } from './held-texts.ts';

type Db = Pick<Reader, 'selectFrom'>;

export type HoldRow = Selectable<ModerationHoldsTable>;

/** Most code points of a text's label in lists. */
const labelMax = 200;

const labelsOf = (text: string) => {
  const label = shorten(text, labelMax);
  return { label, label_folded: fold(label) };
};

export interface Hold {
  readonly kind: TextKind;
  readonly id: string;
  readonly state: HeldState;
  /** In plain language, for the author. */
  readonly reason: string;
  /** Names a set of texts that were hidden together. */
  readonly batch?: string;
  readonly now: number;
}

export async function findHold(db: Db, kind: TextKind, id: string): Promise<HoldRow | undefined> {
  return db
    .selectFrom('moderation_holds')
    .selectAll()
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Sets a moderation hold, or changes its reason: the flag on the row, and the record. Resolves to the record; undefined
 * where there is no text to hold.
 */
export async function holdText(
  write: Write,
  { kind, id, state, reason, batch = '', now }: Hold,
): Promise<HoldRow | undefined> {
  const text = isId(id) ? await changeText[kind](write, id, hold(state)) : undefined;
  if (!text) return undefined;
  const row: HoldRow = {
    kind,
    id,
    state,
    author_id: text.authorId,
    blog_id: text.blogId,
    ...labelsOf(text.label),
    reason,
    batch: batch === '' ? null : batch,
    created_at: text.createdAt,
    held_at: now,
    ends_at: state === 'removed' ? now + restorableMs : text.after.removedUntil,
  };
  await write.db
    .insertInto('moderation_holds')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
    .execute();
  return row;
}

/** Ends a moderation hold. False where the text was deleted meanwhile. */
export async function releaseText(write: Write, { kind, id }: HoldRow): Promise<boolean> {
  await write.db
    .deleteFrom('moderation_holds')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
  return (await changeText[kind as TextKind](write, id, release)) !== undefined;
}

/**
 * Whether the author deleted a text under a hold. Only the author can restore it, for some days; staff lists omit it
 * until then.
 */
export function isDeletedByAuthor({ state, ends_at }: HoldRow): boolean {
  return state !== 'removed' && ends_at !== null;
}

/** Sets the end of a held text that its author deleted; null where the author restored it. */
export async function setHoldEnd(
  { db }: Write,
  { kind, id }: Pick<HoldRow, 'kind' | 'id'>,
  endsAt: number | null,
): Promise<void> {
  await db
    .updateTable('moderation_holds')
    // Releasing the batch doesn't release this text.
    .set({ batch: null, ends_at: endsAt })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

/** Updates the label of a held blog after its title changed. */
export async function setHoldLabel({ db }: Write, blogId: string, title: string): Promise<void> {
  await db
    .updateTable('moderation_holds')
    .set(labelsOf(title))
    .where('kind', '=', 'blog')
    .where('id', '=', blogId)
    .execute();
}

/** Most holds shown to a person. */
const ownHoldsMax = 200;

/** The reason shown for a comment that the blog's author hid. */
const byBlogAuthor = 'The author of the blog has hidden it.';

/** A person's comments that authors of blogs hid, in the form of moderation holds. */
async function findHiddenByAuthors(db: Db, personId: string): Promise<HoldRow[]> {
  const rows = await hiddenByAuthors(db)
    .select(['id', 'blog_id', 'text', 'created_at', 'author_hidden_at'])
    .where('person_id', '=', personId)
    .orderBy('author_hidden_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ownHoldsMax)
    .execute();
  return rows.map(({ id, blog_id, text, created_at, author_hidden_at }) => ({
    kind: 'comment',
    id,
    state: 'hidden',
    author_id: personId,
    blog_id,
    ...labelsOf(text),
    reason: byBlogAuthor,
    batch: null,
    created_at,
    held_at: Number(author_hidden_at),
    ends_at: null,
  }));
}

/** Leaves out holds of unpublished blogs. */
async function withoutDrafts(db: Db, holds: readonly HoldRow[]): Promise<readonly HoldRow[]> {
  const ids = holds.flatMap(({ kind, id }) => (kind === 'blog' ? [id] : []));
  if (ids.length === 0) return holds;
  const blogs = await allTexts(db)
    .selectFrom('blogs')
    .select(['id', 'state'])
    .where('id', 'in', ids)
    .execute();
  const drafts = new Set(blogs.flatMap(({ id, state }) => (state === 'draft' ? [id] : [])));
  return holds.filter(({ id }) => !drafts.has(id));
}

/**
 * A person's published texts under a hold, latest first; without removed ones and those that the person deleted. An
 * unpublished blog stays among the drafts until it is published again.
 */
export async function findOwnHolds(db: Db, personId: string): Promise<readonly HoldRow[]> {
  const holds = await db
    .selectFrom('moderation_holds')
    .selectAll()
    .where('author_id', '=', personId)
    .where('state', '!=', 'removed')
    .where('ends_at', 'is', null)
    .orderBy('held_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ownHoldsMax)
    .execute();
  const byStaff = await withoutDrafts(db, holds);
  const byAuthors = await findHiddenByAuthors(db, personId);
  if (byAuthors.length === 0) return byStaff;
  const all = [...byStaff, ...byAuthors].sort((one, other) => other.held_at - one.held_at);
  return all.slice(0, ownHoldsMax);
}

/** The hold as its author sees it. */
export function presentWhyHeld({ state, reason, held_at }: HoldRow): WhyHeld {
  return { state: state === 'waiting' ? state : 'hidden', reason, since: isoOf(held_at) };
}

/** Updates the author of holds after texts changed their owner. */
export async function setHoldAuthor(
  { db }: Write,
  {
    kind,
    ids,
    to,
  }: { readonly kind: TextKind; readonly ids: readonly string[]; readonly to: string },
): Promise<void> {
  await db
    .updateTable('moderation_holds')
    .set({ author_id: to })
    .where('kind', '=', kind)
    .where('id', 'in', ids)
    .execute();
}
