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
import { hiddenByAuthors } from './held-texts.ts';

type Db = Pick<Reader, 'selectFrom'>;

export type HoldRow = Selectable<ModerationHoldsTable>;

/** Most code points of what a list calls a text. */
const labelMax = 200;

const labelsOf = (text: string) => {
  const label = shorten(text, labelMax);
  return { label, label_folded: fold(label) };
};

export interface Hold {
  readonly kind: TextKind;
  readonly id: string;
  readonly state: HeldState;
  /** In words for its author. */
  readonly reason: string;
  /** Names what is hidden by one act. */
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
 * Holds a text back, or, where it is held already, changes why: the flag on its row, and the record of it. Resolves to the
 * record; undefined where there is no text to hold.
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

/** Holds a text back no more. False where it has gone meanwhile. */
export async function releaseText(write: Write, { kind, id }: HoldRow): Promise<boolean> {
  await write.db
    .deleteFrom('moderation_holds')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
  return (await changeText[kind as TextKind](write, id, release)) !== undefined;
}

/**
 * Whether its author deleted a text that is held back: for some days they can restore it to where it was. Until then nobody
 * else can: it is in no list of staff, and none of them shows it.
 */
export function isDeletedByAuthor({ state, ends_at }: HoldRow): boolean {
  return state !== 'removed' && ends_at !== null;
}

/** Its author deleted a text that is held back, until `endsAt`; or restored it, where that is null. */
export async function setHoldEnd(
  { db }: Write,
  { kind, id }: Pick<HoldRow, 'kind' | 'id'>,
  endsAt: number | null,
): Promise<void> {
  await db
    .updateTable('moderation_holds')
    // What was hidden together is shown together without it.
    .set({ batch: null, ends_at: endsAt })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();
}

/** A blog that is held back has another title. */
export async function setHoldLabel({ db }: Write, blogId: string, title: string): Promise<void> {
  await db
    .updateTable('moderation_holds')
    .set(labelsOf(title))
    .where('kind', '=', 'blog')
    .where('id', '=', blogId)
    .execute();
}

/** Holds that a person sees at most. */
const ownHoldsMax = 200;

/** Why a comment isn't visible that the author of its blog hid. */
const byBlogAuthor = 'The author of the blog has hidden it.';

/** A person's comments that authors of blogs hid, as if staff had. */
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

/** What of a person's is held back, the latest first; not what was removed, nor what they deleted. */
export async function findOwnHolds(db: Db, personId: string): Promise<HoldRow[]> {
  const byStaff = await db
    .selectFrom('moderation_holds')
    .selectAll()
    .where('author_id', '=', personId)
    .where('state', '!=', 'removed')
    .where('ends_at', 'is', null)
    .orderBy('held_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ownHoldsMax)
    .execute();
  const byAuthors = await findHiddenByAuthors(db, personId);
  if (byAuthors.length === 0) return byStaff;
  const all = [...byStaff, ...byAuthors].sort((one, other) => other.held_at - one.held_at);
  return all.slice(0, ownHoldsMax);
}

/** Why an author's own text isn't visible. */
export function presentWhyHeld({ state, reason, held_at }: HoldRow): WhyHeld {
  return { state: state === 'waiting' ? state : 'hidden', reason, since: isoOf(held_at) };
}
