import type { Kysely } from 'kysely';
import type { Schema } from '../../../../../storage/schema.ts';
import type { Write } from '../../../../../storage/storage.ts';
import { draftTextSchema } from '../../../common/contract.ts';
import type { DraftAddress } from '../../../common/server/draft-address.ts';
import { dropStates } from '../../../history/server/draft-states.ts';

/** Change tag of schedules. */
export const scheduleTag = 'scheduled-drafts';

/** Sets or clears the schedule of a draft, of a given revision or any. False where there is no such draft. */
export async function setPublishAt(
  { db, touch }: Write,
  { personId, key }: DraftAddress,
  publishAt: number | null,
  revision?: string,
): Promise<boolean> {
  let query = db
    .updateTable('saved_drafts')
    .set({ publish_at: publishAt, publish_failure: null })
    .where('person_id', '=', personId)
    .where('key', '=', key)
    .where('removed_until', 'is', null);
  if (revision !== undefined) query = query.where('revision', '=', revision);
  const changed = await query.returning('key').executeTakeFirst();
  touch(scheduleTag);
  return changed !== undefined;
}

export type DueDraft = NonNullable<Awaited<ReturnType<typeof findDue>>>;

type Db = Pick<Kysely<Schema>, 'selectFrom'>;

/** Cursor in the order of due drafts. */
interface DuePlace {
  readonly publish_at: number | null;
  readonly person_id: string;
  readonly key: string;
}

/** The earliest draft due by `now`, after a cursor. */
export async function findDue(db: Db, now: number, after?: DuePlace) {
  let query = db
    .selectFrom('saved_drafts')
    .innerJoin('people', 'people.id', 'saved_drafts.person_id')
    .select(['saved_drafts.person_id', 'saved_drafts.key', 'saved_drafts.revision'])
    .select(['saved_drafts.text', 'saved_drafts.publish_at'])
    .select(['people.ends_at', 'people.suspended_until'])
    .where('saved_drafts.publish_at', '<=', now)
    .orderBy('saved_drafts.publish_at')
    .orderBy('saved_drafts.person_id')
    .orderBy('saved_drafts.key');
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('saved_drafts.publish_at', 'saved_drafts.person_id', 'saved_drafts.key'),
        '>',
        eb.tuple(after.publish_at, after.person_id, after.key),
      ),
    );
  }
  const row = await query.limit(1).executeTakeFirst();
  return row && { ...row, text: draftTextSchema.parse(JSON.parse(row.text)) };
}

/** The next scheduled time after `now`, in milliseconds since 1970; undefined for none. */
export async function nextPublishAt(db: Db, now: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('saved_drafts')
    .select('publish_at')
    .where('publish_at', '>', now)
    .orderBy('publish_at')
    .limit(1)
    .executeTakeFirst();
  return row?.publish_at ?? undefined;
}

/** Deletes a due draft. False where another process published it, or it was changed meanwhile. */
export async function takeDue(write: Write, due: DueDraft, now: number): Promise<boolean> {
  const taken = await write.db
    .deleteFrom('saved_drafts')
    .where('person_id', '=', due.person_id)
    .where('key', '=', due.key)
    .where('revision', '=', due.revision)
    .where('publish_at', '<=', now)
    .returning('key')
    .executeTakeFirst();
  if (taken) await dropStates(write, { personId: due.person_id, key: due.key });
  return taken !== undefined;
}

/** Clears the schedule and records why publishing failed. */
export async function noteFailure(
  { db }: Write,
  due: DueDraft,
  now: number,
  reason: string,
): Promise<void> {
  await db
    .updateTable('saved_drafts')
    .set({ publish_at: null, publish_failure: reason })
    .where('person_id', '=', due.person_id)
    .where('key', '=', due.key)
    .where('revision', '=', due.revision)
    .where('publish_at', '<=', now)
    .execute();
}
