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

/** Lock key of every write that may leave the site without an owner. */
export const ownersTag = 'owners';

/** Change tag: a commit with it has changed the staff. */
export const staffTag = 'staff';

/** Matches staff rows with the expression of the index: the planner can't match a bound value to it. */
export const isStaffRow = sql<SqlBool>`(people.role <> 'member' or people.is_editor = 1)`;

/** Whether the site has an owner whose account isn't deleted. */
export async function hasOwner(db: Pick<Reader, 'selectFrom'>): Promise<boolean> {
  const owner = await db
    .selectFrom('people')
    .select('id')
    // The condition of the partial index.
    .where(sql<SqlBool>`role <> 'member'`)
    .where('role', '=', 'owner')
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  return owner !== undefined;
}

/** Whether another owner exists whose account is neither deleted nor suspended. */
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

/** Throws `last-owner` where there is no other owner. The write holds the lock `ownersTag`, or the site-wide one. */
export async function assertAnotherOwner(
  { db }: Pick<Write, 'db'>,
  personId: string,
  now: number,
): Promise<void> {
  if (!(await hasOtherOwner(db, personId, now))) throw lastOwner();
}

/** Ends the role of a person whose account is deleted: a restored account is a member's. */
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

/** More than manual work needs; it bounds the damage of a stolen session. */
const staffRule: RateRule = { name: 'staff-writes', limit: 120, perMs: 60_000 };

export interface StaffParts {
  readonly storage: Storage;
  readonly limiter: Pick<WriteLimiter, 'takeWithin'>;
}

interface StaffWrite {
  readonly person: Pick<Person, 'id'>;
  readonly access: Access;
  /** True for a further write of an action that was counted already. */
  readonly isContinued?: boolean;
}

/**
 * Like `writeAs`, for an owner, a moderator or an editor. Throws `not-found`, as the guard does, where the role ended
 * after the request's session was read, and `too-many-requests`.
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
