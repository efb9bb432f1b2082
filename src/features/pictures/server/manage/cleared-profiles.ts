import { z } from 'zod';
import { recordAudit } from '../../../../identity/audit-log.ts';
import { assertDecides } from '../../../../identity/authority.ts';
import { writeAsStaff } from '../../../../identity/owners.ts';
import { type Person, personTag } from '../../../../identity/person.ts';
import type { PersonalData } from '../../../../identity/personal-data.ts';
import type { RetentionRule } from '../../../../storage/background/sweep.ts';
import { rowId } from '../../../../storage/row-id.ts';
import { everything, type Reader, type Storage, type Write } from '../../../../storage/storage.ts';
import {
  nothingToClear,
  nothingToPutBack,
  type ProfileField,
  profileNotFound,
  putBackDays,
} from '../../contract/manage.ts';
import type { ManageParts } from './taken-down.ts';

const keptMs = putBackDays * 24 * 60 * 60_000;

/** The columns of `people`. */
export const columns = { bio: 'bio', photo: 'photo_url' } as const;

export interface ProfileAct {
  readonly by: Person;
  readonly personId: string;
  readonly field: ProfileField;
}

/** Throws `profile-not-found`, `owners-only`, `another-owners-only`. */
function change(
  parts: ManageParts,
  { by, personId }: ProfileAct,
  work: (write: Write, profile: { bio: string | null; photo_url: string | null }) => Promise<void>,
): Promise<void> {
  return writeAsStaff(
    parts,
    { person: by, access: 'staff' },
    async (write) => {
      const profile = await findProfile(write.db, personId);
      if (!profile) throw profileNotFound();
      await assertDecides(write, by, personId, parts.now());
      await work(write, profile);
      // The profile is shown on every page of the person's blogs.
      write.touch(everything);
    },
    personId === by.id ? [] : [personTag(personId)],
  );
}

export function findProfile(db: Pick<Reader, 'selectFrom'>, personId: string) {
  return db
    .selectFrom('people')
    .select(['id', 'name', 'bio', 'photo_url'])
    .where('id', '=', personId)
    .executeTakeFirst();
}

/** The fields that can be restored, latest first. */
export function findCleared(db: Pick<Reader, 'selectFrom'>, personId: string, now: number) {
  return db
    .selectFrom('cleared_profiles')
    .selectAll()
    .where('person_id', '=', personId)
    .where('cleared_at', '>', now - keptMs)
    .orderBy('cleared_at', 'desc')
    .execute();
}

export interface Clearing extends Omit<ProfileAct, 'by'> {
  readonly value: string;
  readonly reason: string;
}

/** Also used right after a restore. */
export async function clearValue(
  db: Pick<Reader, 'updateTable' | 'deleteFrom' | 'insertInto'>,
  { personId, field, value, reason }: Clearing,
  at: number,
): Promise<void> {
  await db
    .updateTable('people')
    .set({ [columns[field]]: null })
    .where('id', '=', personId)
    .execute();
  await db
    .deleteFrom('cleared_profiles')
    .where('person_id', '=', personId)
    .where('field', '=', field)
    .execute();
  await db
    .insertInto('cleared_profiles')
    .values({ id: rowId(), person_id: personId, field, value, reason, cleared_at: at })
    .execute();
}

/** Clears a person's bio or photo and keeps the old value. Throws `nothing-to-clear`. */
export function clearField(parts: ManageParts, act: ProfileAct, reason: string): Promise<void> {
  const { by, personId, field } = act;
  return change(parts, act, async ({ db }, profile) => {
    const at = parts.now();
    const value = profile[columns[field]];
    if (!value) throw nothingToClear();
    await clearValue(db, { personId, field, value, reason }, at);
    const subject = { kind: 'person', id: personId, label: '' };
    await recordAudit({ db }, { by, action: `${field}-cleared`, subject, reason, at });
  });
}

/** Restores a cleared field. Throws `nothing-to-put-back`. */
export function putFieldBack(parts: ManageParts, act: ProfileAct): Promise<void> {
  const { by, personId, field } = act;
  return change(parts, act, async ({ db }, profile) => {
    const at = parts.now();
    const kept = (await findCleared(db, personId, at)).find((row) => row.field === field);
    if (!kept || profile[columns[field]]) throw nothingToPutBack();
    await db
      .updateTable('people')
      .set({ [columns[field]]: kept.value })
      .where('id', '=', personId)
      .execute();
    await db.deleteFrom('cleared_profiles').where('id', '=', kept.id).execute();
    const subject = { kind: 'person', id: personId, label: '' };
    await recordAudit({ db }, { by, action: `${field}-put-back`, subject, at });
  });
}

export const clearedRetention: readonly RetentionRule[] = [
  { table: 'cleared_profiles', key: ['id'], column: 'cleared_at', keptMs },
];

/** The cleared fields of a person's profile; they are deleted with the person. */
export function personalCleared(storage: Storage): PersonalData {
  return {
    name: 'clearedProfile',
    row: z.object({
      field: z.string(),
      value: z.string(),
      reason: z.string(),
      cleared_at: z.number(),
    }),
    async *rowsOf(personId) {
      yield* await storage.reader
        .selectFrom('cleared_profiles')
        .select(['field', 'value', 'reason', 'cleared_at'])
        .where('person_id', '=', personId)
        .execute();
    },
  };
}
