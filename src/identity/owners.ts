import { type SqlBool, sql } from 'kysely';
import type { Access } from '../platform/contract/define-endpoint.ts';
import { notFound } from '../platform/contract/problems.ts';
import type { RateRule } from '../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../storage/limits/rate-limiter.ts';
import type { Reader, Storage, Write } from '../storage/storage.ts';
import { recordAudit } from './audit-log.ts';
import { mayUse, type Person, personTag, roleOf, roleRow } from './person.ts';
import { lastOwner } from './role-problems.ts';
import { writeAs } from './write-as.ts';

/** The lock key of every write that may leave the site without an owner. */
export const ownersTag = 'owners';

/** A commit that touches it has changed who is staff. */
export const staffTag = 'staff';

/** A row of `people` that is staff's, as the index has it: a bound value would be no word for the planner. */
export const isStaffRow = sql<SqlBool>`(people.role <> 'member' or people.is_editor = 1)`;

/** Whether the site has an owner whose account stands. */
export async function hasOwner(db: Pick<Reader, 'selectFrom'>): Promise<boolean> {
  const owner = await db
    .selectFrom('people')
    .select('id')
    // As the index has it.
    .where(sql<SqlBool>`role <> 'member'`)
    .where('role', '=', 'owner')
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Whether somebody else could run the site: another owner, whose account stands and isn't suspended. */
export async function hasOtherOwner(
  db: Pick<Reader, 'selectFrom'>,
  personId: string,
  now: number,
): Promise<boolean> {
  const other = await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'owner')
    .where('id', '!=', personId)
    .where('ends_at', 'is', null)
    .where((row) => row.or([row('suspended_until', 'is', null), row('suspended_until', '<=', now)]))
    .executeTakeFirst();
  return other !== undefined;
}

/** Throws `last-owner` where there is no other. The write holds the lock `ownersTag`, or the site-wide one. */
export async function assertAnotherOwner(
  { db }: Pick<Write, 'db'>,
  personId: string,
  now: number,
): Promise<void> {
  if (!(await hasOtherOwner(db, personId, now))) throw lastOwner();
}

/** Ends the role of a person whose account is deleted: restored, they are a member. */
export async function giveUpRole(write: Write, personId: string, at: number): Promise<void> {
  const staff = await write.db
    .updateTable('people')
    .set(roleRow('member'))
    .where('id', '=', personId)
    .where(isStaffRow)
    .returning('id')
    .executeTakeFirst();
  if (!staff) return;
  write.touch(personTag(personId), staffTag);
  const subject = { kind: 'person', id: personId, label: '' };
  await recordAudit(write, { by: { id: personId }, action: 'role-given-up', subject, at });
}

/** More than anybody decides by hand; a stolen session gets no further. */
const staffRule: RateRule = { name: 'staff-writes', limit: 120, perMs: 60_000 };

export interface StaffParts {
  readonly storage: Storage;
  readonly limiter: Pick<WriteLimiter, 'takeWithin'>;
}

interface StaffWrite {
  readonly person: Pick<Person, 'id'>;
  readonly access: Access;
  /** A further write of one action, which was counted with its first. */
  readonly isContinued?: boolean;
}

/**
 * As `writeAs`, for an owner, a moderator or an editor. Throws `not-found`, as the guard does, where that ended after
 * the request's session was read, and `too-many-requests`.
 */
export function writeAsStaff<T>(
  { storage, limiter }: StaffParts,
  { person: { id }, access, isContinued = false }: StaffWrite,
  work: (write: Write) => Promise<T>,
  lockKeys: readonly string[] | 'all' = [],
): Promise<T> {
  const run = async (write: Write) => {
    const row = await write.db
      .selectFrom('people')
      .select(['role', 'is_editor'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !mayUse(access, { role: roleOf(row) })) throw notFound();
    if (!isContinued) await limiter.takeWithin(write, staffRule, id);
    return work(write);
  };
  return writeAs(storage, id, run, lockKeys);
}
