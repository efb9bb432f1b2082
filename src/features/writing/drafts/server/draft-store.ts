import { randomUUID } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import { blogFields } from '../../../../blog/fields.ts';
import { withFirstPublication } from '../../../../blog/server/first-publication.ts';
import { allTexts } from '../../../../blog/server/texts.ts';
import { type AccountQuotas, bytesOf } from '../../../../identity/quotas/account-quotas.ts';
import { shorten } from '../../../../platform/text/shorten.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { type DraftText, draftTextSchema } from '../../common/contract.ts';
import { isBlankDraft } from '../../common/is-blank-draft.ts';
import type { DraftAddress } from '../../common/server/draft-address.ts';
import { type ListPlace, type ListSide, pageOf } from '../../common/server/list-place.ts';
import { findOwnLife } from '../../common/server/own-life.ts';
import { undoDeletion } from '../../common/server/own-removal.ts';
import {
  endStates,
  hasStates,
  isState,
  keepState,
  reviveStates,
} from '../../history/server/draft-states.ts';
import {
  type DraftSave,
  draftSavedElsewhere,
  draftsMax,
  draftsPerPage,
  tooManyDrafts,
} from '../contract/drafts.ts';
import type { SavedDraftsTable } from './tables.ts';

/** Characters of a text that are scanned for its label. */
const glimpseOf = 2_000;

type Db = Pick<Reader, 'selectFrom'>;

/** Device of saves by the site itself, such as unpublishing a blog: no tab has this id. */
export const theSite = 'the-site';

/** Revision of a blank draft: it has no row, and the next save creates one. */
const ofNothing = 'nothing';

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;

/** Whether the joined blog is published by its author, visible or held by staff. */
const isOfBlog = sql<SqlBool>`(blogs.state = 'published'
  or (blogs.moderation <> 'none' and blogs.state <> 'draft'))`;

/** Whether a draft edits another author's blog, for an editor. A new text has no base version. */
const isOfOthers = sql<SqlBool>`(blogs.id is null and saved_drafts.base_tag is not null and saved_drafts.key <> 'new')`;

/** The columns of the list of drafts. */
function summaries(db: Db, personId: string) {
  return (
    allTexts(db)
      .selectFrom('saved_drafts')
      .leftJoin('blogs', (join) =>
        join.onRef('blogs.id', '=', 'saved_drafts.key').on('blogs.author_id', '=', personId),
      )
      .select(['saved_drafts.key', 'saved_drafts.revision', 'saved_drafts.saved_at'])
      .select(['saved_drafts.title', 'saved_drafts.word_count', 'saved_drafts.undescribed'])
      // Includes blogs that staff hold back.
      .select(
        sql<
          string | null
        >`case when ${isOfBlog} then blogs.id when ${isOfOthers} then saved_drafts.key end`.as(
          'blog_id',
        ),
      )
      .select(['blogs.state', 'blogs.former_state', 'blogs.source_key'])
      .select(['saved_drafts.publish_at', 'saved_drafts.publish_failure'])
      .select('saved_drafts.preview_hash')
      .select(
        sql<
          string | null
        >`case when saved_drafts.title = '' then (select title from draft_states as states
          where states.person_id = ${personId} and states.key = saved_drafts.key
          and states.ends_at is null order by states.id desc limit 1) end`.as('former_title'),
      )
      .where('saved_drafts.person_id', '=', personId)
      .where('saved_drafts.removed_until', 'is', null)
  );
}

export type DraftSummaryRow = Awaited<ReturnType<typeof findDraftSummary>>[number];

/** Filter by schedule; undefined for all drafts. */
export type DraftList = 'drafts' | 'scheduled' | undefined;

/** The person's drafts of a list, or those on one side of a place in it: latest first, scheduled ones soonest first. */
function draftsIn(db: Db, personId: string, list: DraftList, side?: ListSide) {
  const isScheduled = list === 'scheduled';
  const time = isScheduled ? 'saved_drafts.publish_at' : 'saved_drafts.saved_at';
  const order = isScheduled ? 'asc' : 'desc';
  let query = summaries(db, personId).orderBy(time, order).orderBy('saved_drafts.key', order);
  if (list) query = query.where('saved_drafts.publish_at', isScheduled ? 'is not' : 'is', null);
  if (side) {
    const { of, isBefore } = side;
    query = query.where((eb) =>
      eb(
        eb.refTuple(time, 'saved_drafts.key'),
        isScheduled === isBefore ? '<' : '>',
        eb.tuple(of.time, of.key),
      ),
    );
  }
  return query;
}

/** A page of the person's drafts without their texts. */
export async function findDrafts(db: Db, personId: string, list: DraftList, after?: ListPlace) {
  const side = after && { of: after, isBefore: false };
  const found = await draftsIn(db, personId, list, side)
    .limit(draftsPerPage + 1)
    .execute();
  const { rows, next } = pageOf(found, draftsPerPage, (row) => placeOfDraft(row, list));
  return { rows: await withFirstPublication(db, rows), next };
}

/** The place of a draft in a list. */
export function placeOfDraft(
  { saved_at, publish_at, key }: Pick<DraftSummaryRow, 'saved_at' | 'publish_at' | 'key'>,
  list: DraftList,
): ListPlace {
  return { time: list === 'scheduled' ? (publish_at ?? 0) : saved_at, key };
}

/** Counts the person's drafts of a list, or those before a place in it; there are at most `draftsMax`. */
export async function countDrafts(db: Db, personId: string, list: DraftList, before?: ListPlace) {
  const drafts = draftsIn(db, personId, list, before && { of: before, isBefore: true });
  const { count } = await db
    .selectFrom(drafts.as('drafts'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One draft as in the list; empty where it doesn't exist. */
export async function findDraftSummary(db: Db, { personId, key }: DraftAddress) {
  const rows = await summaries(db, personId).where('saved_drafts.key', '=', key).execute();
  return withFirstPublication(db, rows);
}

/** The key of the last saved draft of a new blog. */
async function findLastKey(db: Db, personId: string): Promise<string | undefined> {
  const row = await summaries(db, personId)
    .where((row) => row.or([row('blogs.id', 'is', null), row.not(isOfBlog)]))
    .where((row) => row.not(isOfOthers))
    .where('saved_drafts.publish_at', 'is', null)
    // A blank draft can't be continued.
    .where('saved_drafts.title', '<>', '')
    // Drafts that the site made and that nobody has edited since don't count.
    .where('saved_drafts.device', '<>', theSite)
    .orderBy('saved_drafts.saved_at', 'desc')
    .orderBy('saved_drafts.key', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

/** The last saved draft of a new blog. */
export async function findLastDraft(db: Db, personId: string): Promise<DraftRow | undefined> {
  const key = await findLastKey(db, personId);
  return key === undefined ? undefined : findDraft(db, { personId, key });
}

export async function findDraft(db: Db, { personId, key }: DraftAddress) {
  const row = await db
    .selectFrom('saved_drafts')
    .selectAll()
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where('removed_until', 'is', null)
    .executeTakeFirst();
  return row && { ...row, text: draftTextSchema.parse(JSON.parse(row.text)) };
}

/**
 * Whether a save may overwrite the stored draft: it is based on its revision, or comes from the same device and isn't
 * older.
 */
function follows(kept: DraftRow | undefined, save: DraftSave): boolean {
  if (!kept) return save.revision === null || save.revision === ofNothing;
  if (kept.revision === save.revision) return true;
  return kept.device === save.device && kept.sequence <= save.sequence;
}

/** Whether a save changes nothing: an equal text, or a delayed older one of the same device. */
function isKept(kept: DraftRow, text: string, save: DraftSave): boolean {
  if (JSON.stringify(kept.text) === text && kept.base_tag === save.baseTag) return true;
  return kept.device === save.device && kept.sequence > save.sequence;
}

/** Throws `too-many-drafts` where the person has the maximum. */
export async function assertRoomForDraft(db: Db, personId: string): Promise<void> {
  const { count } = await db
    .selectFrom('saved_drafts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('removed_until', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= draftsMax) throw tooManyDrafts();
}

/** The label in lists: the title, else the beginning of the text; without characters that databases reject. */
function titleOf({ title, longDescription, shortDescription }: DraftText): string {
  const words = title.trim() || longDescription || shortDescription;
  return shorten(words.slice(0, glimpseOf).replace(/[\p{Cc}\p{Cs}]/gu, ' '), blogFields.title.max);
}

/**
 * Whether a blank draft is kept: it belongs to a blog, or has history, a schedule or a preview link that would be lost.
 */
async function isWanted(
  write: Write,
  address: DraftAddress,
  kept: DraftRow | undefined,
  save: DraftSave,
): Promise<boolean> {
  if (save.baseTag !== null) return true;
  if (kept && (kept.publish_at !== null || kept.preview_hash !== null)) return true;
  const { personId, key } = address;
  return (
    (await hasStates(write, address)) ||
    (await findOwnLife(write.db, { id: key, personId })) !== undefined
  );
}

/**
 * Saves a draft; a blank one is deleted unless something depends on it. Optimistic locking: throws
 * `draft-saved-elsewhere` where the draft was saved or deleted since the client's revision; `too-many-drafts`, and what
 * `AccountQuotas` throws.
 */
export async function keepDraft(
  write: Write,
  address: DraftAddress,
  save: DraftSave,
  { quotas, now }: { readonly quotas: AccountQuotas; readonly now: number },
): Promise<Pick<SavedDraftsTable, 'revision' | 'saved_at'>> {
  const { db } = write;
  const kept = await findDraft(db, address);
  const text = JSON.stringify(save.text);
  if (kept && isKept(kept, text, save)) return kept;
  if (!follows(kept, save)) throw draftSavedElsewhere();
  if (!kept) await assertRoomForDraft(db, address.personId);
  const isKeeping = kept !== undefined && isState(kept, save, now);
  const values = {
    ...((isKeeping || !kept) && { state_at: now }),
    text,
    title: titleOf(save.text),
    word_count: save.wordCount ?? null,
    undescribed: save.undescribed ?? null,
    base_tag: save.baseTag,
    revision: randomUUID(),
    device: save.device,
    sequence: save.sequence,
    saved_at: now,
    publish_failure: null,
    removed_until: null,
  };
  return quotas.within(write, address.personId, { writtenBytes: bytesOf(text) }, async () => {
    // Restores the unpublished blog that was removed with the draft.
    if (!kept && (await wasDraft(db, address))) {
      await undoDeletion(write, { id: address.key, personId: address.personId, now });
    }
    if (!kept) await reviveStates(write, address);
    if (isKeeping) await keepState(write, address, kept, { quotas, now });
    if (isBlankDraft(save.text) && !(await isWanted(write, address, kept, save))) {
      await dropDraft(write, address, undefined);
      return { revision: ofNothing, saved_at: now };
    }
    await db
      .insertInto('saved_drafts')
      .values({ person_id: address.personId, key: address.key, ...values })
      .onConflict((conflict) => conflict.columns(['person_id', 'key']).doUpdateSet(values))
      .execute();
    return values;
  });
}

/** Whether a blog was unpublished before it was removed. */
async function wasDraft(db: Db, { personId, key }: DraftAddress): Promise<boolean> {
  const row = await allTexts(db)
    .selectFrom('blogs')
    .select('former_state')
    .where('id', '=', key)
    .where('author_id', '=', personId)
    .executeTakeFirst();
  return row?.former_state === 'draft';
}

/**
 * Sets the end of a draft's retention, with its removed blog; null restores it. False where there is no such draft, or
 * its revision differs from the given one.
 */
export async function setDraftEnd(
  write: Write,
  address: DraftAddress,
  endsAt: number | null,
  revision?: string,
): Promise<boolean> {
  let query = write.db
    .updateTable('saved_drafts')
    .set({ removed_until: endsAt })
    .where('person_id', '=', address.personId)
    .where('key', '=', address.key)
    .where('removed_until', endsAt === null ? 'is not' : 'is', null);
  if (revision !== undefined) query = query.where('revision', '=', revision);
  const changed = await query.returning('key').executeTakeFirst();
  if (!changed) return false;
  await (endsAt === null ? reviveStates(write, address) : endStates(write, address, endsAt));
  return true;
}

/**
 * Deletes a draft if its revision matches; without a revision in any case. Resolves to it; undefined where it didn't
 * exist.
 */
export function dropDraft(
  { db }: Write,
  { personId, key }: DraftAddress,
  revision: string | undefined,
) {
  let query = db
    .deleteFrom('saved_drafts')
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where('removed_until', 'is', null);
  if (revision !== undefined) query = query.where('revision', '=', revision);
  return query.returningAll().executeTakeFirst();
}
