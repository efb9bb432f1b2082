import { randomUUID } from 'node:crypto';
import { type AccountQuotas, bytesOf } from '../../../identity/account-quotas.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import {
  type DraftSave,
  draftSavedElsewhere,
  draftsMax,
  draftTextSchema,
  tooManyDrafts,
} from '../draft-contract.ts';
import type { SavedDraftsTable } from './tables.ts';

type Db = Pick<Reader, 'selectFrom'>;

export interface DraftAddress {
  readonly personId: string;
  readonly key: string;
}

export type DraftRow = NonNullable<Awaited<ReturnType<typeof findDraft>>>;

/** The person's drafts without their texts, the latest first. */
export function findDrafts(db: Db, personId: string) {
  return db
    .selectFrom('saved_drafts')
    .select(['key', 'revision', 'saved_at'])
    .where('person_id', '=', personId)
    .orderBy('saved_at', 'desc')
    .orderBy('key')
    .execute();
}

export async function findDraft(db: Db, { personId, key }: DraftAddress) {
  const row = await db
    .selectFrom('saved_drafts')
    .selectAll()
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { ...row, text: draftTextSchema.parse(JSON.parse(row.text)) };
}

/** Whether a save follows what is kept: it knows that revision, or comes from the same device and isn't older. */
function follows(kept: DraftRow | undefined, save: DraftSave): boolean {
  if (!kept) return save.revision === null;
  if (kept.revision === save.revision) return true;
  return kept.device === save.device && kept.sequence <= save.sequence;
}

/** Whether a save changes nothing: the same text, or an older one of the same device that was late. */
function isKept(kept: DraftRow, text: string, save: DraftSave): boolean {
  if (JSON.stringify(kept.text) === text && kept.base_tag === save.baseTag) return true;
  return kept.device === save.device && kept.sequence > save.sequence;
}

/**
 * Keeps a draft. Two devices never overwrite each other unknowingly: throws `draft-saved-elsewhere` where the draft was
 * saved, or went, since the revision that the writer knows; `too-many-drafts`, and what `AccountQuotas` throws.
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
  if (!kept && (await findDrafts(db, address.personId)).length >= draftsMax) {
    throw tooManyDrafts();
  }
  const values = {
    text,
    base_tag: save.baseTag,
    revision: randomUUID(),
    device: save.device,
    sequence: save.sequence,
    saved_at: now,
  };
  await quotas.within(write, address.personId, { writtenBytes: bytesOf(text) }, () =>
    write.db
      .insertInto('saved_drafts')
      .values({ person_id: address.personId, key: address.key, ...values })
      .onConflict((conflict) => conflict.columns(['person_id', 'key']).doUpdateSet(values))
      .execute(),
  );
  return values;
}

/** Throws a draft away, where it is still this revision; any, where none is named. True when it was there. */
export async function dropDraft(
  { db }: Write,
  { personId, key }: DraftAddress,
  revision: string | undefined,
): Promise<boolean> {
  let query = db
    .deleteFrom('saved_drafts')
    .where('person_id', '=', personId)
    .where('key', '=', key);
  if (revision !== undefined) query = query.where('revision', '=', revision);
  return (await query.returning('key').executeTakeFirst()) !== undefined;
}
