import { sql } from 'kysely';
import { type AccountQuotas, bytesOf } from '../../../../identity/quotas/account-quotas.ts';
import type { RetentionRule } from '../../../../storage/background/sweep.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { changeBetween } from '../../common/change-between.ts';
import { type DraftText, draftTextSchema } from '../../common/contract.ts';
import type { DraftAddress } from '../../common/server/draft-address.ts';
import { statesMax } from '../contract.ts';
import { revisionsToDrop } from './thin-revisions.ts';

const minuteMs = 60_000;
/** Interval of revisions while a person types. */
const stateEveryMs = 10 * minuteMs;
/** A single change that removes this many characters stores the text before it. */
const bigRemoval = 500;
/** Bytes of all revisions of a person's drafts: the oldest are deleted first. */
const statesBytesMax = 10 * 1024 * 1024;
/** Most revisions of a person's drafts: each save that stores one scans them all. */
export const statesOfAllMax = 1_000;
/** Retention of revisions after their draft was deleted, so that both can be restored. */
export const keptAfterDraftMs = 7 * 24 * 60 * minuteMs;

export const draftStateRetention: readonly RetentionRule[] = [
  { table: 'draft_states', key: ['id'], column: 'ends_at', keptMs: 0 },
];

/** Length of the changed range in the old text. */
export function removedFrom(before: string, after: string): number {
  const { from, to } = changeBetween(before, after);
  return to - from;
}

interface Save {
  readonly text: DraftText;
  readonly device: string;
}

/** The stored draft before a save. */
interface KeptDraft extends Save {
  readonly title: string;
  readonly word_count: number | null;
  readonly saved_at: number;
  /** When it was created, or when its latest revision was stored. */
  readonly state_at: number;
}

/**
 * Whether a save stores the former text as a revision: after ten minutes of typing or a pause, before a large removal,
 * and when another tab or device continues.
 */
export function isState(kept: KeptDraft, save: Save, now: number): boolean {
  const { title, longDescription, shortDescription } = kept.text;
  if (`${title}${longDescription}${shortDescription}`.trim() === '') return false;
  if (now - kept.state_at >= stateEveryMs) return true;
  if (kept.device !== save.device) return true;
  return removedFrom(longDescription, save.text.longDescription) >= bigRemoval;
}

function statesOf({ db }: { readonly db: Pick<Reader, 'selectFrom'> }, address: DraftAddress) {
  return db
    .selectFrom('draft_states')
    .where('person_id', '=', address.personId)
    .where('key', '=', address.key);
}

async function drop({ db }: Write, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('draft_states').where('id', 'in', ids).execute();
}

/** Thins out older revisions, as for published blogs, and enforces the limits per person. */
async function thin(write: Write, address: DraftAddress, now: number): Promise<void> {
  const states = await statesOf(write, address)
    .select(['id', 'saved_at'])
    .orderBy('id', 'desc')
    .execute();
  const ages = states.map(({ saved_at }, version) => ({ version, saved_at }));
  const old = revisionsToDrop(ages, statesMax, now);
  await drop(
    write,
    old.flatMap((index) => states[index]?.id ?? []),
  );
  const all = await write.db
    .selectFrom('draft_states')
    .select('id')
    .select(sql<number>`octet_length(text)`.as('bytes'))
    .where('person_id', '=', address.personId)
    .orderBy('id', 'desc')
    .execute();
  let sum = 0;
  const beyond = all.filter(({ bytes }, index) => {
    sum += bytes;
    return sum > statesBytesMax || index >= statesOfAllMax;
  });
  await drop(
    write,
    beyond.map(({ id }) => id),
  );
}

/** Stores a draft's text as a revision. It never takes quota that the author needs: without room, none is stored. */
export async function keepState(
  write: Write,
  address: DraftAddress,
  { text, title, word_count, saved_at }: KeptDraft,
  { quotas, now }: { readonly quotas: AccountQuotas; readonly now: number },
): Promise<void> {
  const { personId, key } = address;
  const json = JSON.stringify(text);
  if (!(await quotas.hasRoomFor(write, personId, bytesOf(json)))) return;
  await write.db
    .insertInto('draft_states')
    .values({ id: rowId(), person_id: personId, key, text: json, title, word_count, saved_at })
    .execute();
  await thin(write, address, now);
}

/** The revisions of a draft without their texts, latest first. */
export function findStates(db: Reader, address: DraftAddress) {
  return statesOf({ db }, address)
    .select(['id', 'title', 'word_count', 'saved_at'])
    .where('ends_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** Whether a draft has revisions that can be restored. */
export async function hasStates(
  { db }: Pick<Write, 'db'>,
  address: DraftAddress,
): Promise<boolean> {
  const state = await statesOf({ db }, address)
    .select('id')
    .where('ends_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return state !== undefined;
}

export type DraftStateRow = Awaited<ReturnType<typeof findStates>>[number];

export async function findState(db: Reader, address: DraftAddress, id: string) {
  const row = await statesOf({ db }, address)
    .select(['id', 'title', 'word_count', 'saved_at', 'text'])
    .where('id', '=', id)
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  return row && { ...row, text: draftTextSchema.parse(JSON.parse(row.text)) };
}

/** Sets the end of the retention of a deleted draft's revisions; null after it was restored. */
async function setEnd({ db }: Write, { personId, key }: DraftAddress, endsAt: number | null) {
  await db
    .updateTable('draft_states')
    .set({ ends_at: endsAt })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute();
}

/** The draft was deleted: its revisions expire at this time. */
export function endStates(write: Write, address: DraftAddress, endsAt: number): Promise<void> {
  return setEnd(write, address, endsAt);
}

/** The draft was restored. */
export function reviveStates(write: Write, address: DraftAddress): Promise<void> {
  return setEnd(write, address, null);
}

/** The draft has another author, or key. */
export async function moveStates(
  { db }: Write,
  { personId, key }: DraftAddress,
  to: DraftAddress,
): Promise<void> {
  await db
    .updateTable('draft_states')
    .set({ person_id: to.personId, key: to.key })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute();
}

/** The draft was published: the blog has its own history from here on. */
export async function dropStates({ db }: Write, { personId, key }: DraftAddress): Promise<void> {
  await db
    .deleteFrom('draft_states')
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .execute();
}
