import { type SqlBool, sql } from 'kysely';
import type { Access } from '../platform/contract/define-endpoint.ts';
import { notFound } from '../platform/contract/problems.ts';
import type { Reader, Storage, Write } from '../storage/storage.ts';
import { mayUse, type Person } from './person.ts';
import { lastOwner } from './role-problems.ts';
import { writeAs } from './write-as.ts';

/** The lock key of every write that may leave the site without an owner. */
export const ownersTag = 'owners';

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

/**
 * Throws `last-owner` where nobody but this person could run the site: another owner, whose account stands and isn't
 * suspended. The write holds the lock `ownersTag`, or the site-wide one.
 */
export async function assertAnotherOwner(
  { db }: Pick<Write, 'db'>,
  personId: string,
  now: number,
): Promise<void> {
  const other = await db
    .selectFrom('people')
    .select('id')
    .where('role', '=', 'owner')
    .where('id', '!=', personId)
    .where('ends_at', 'is', null)
    .where((row) => row.or([row('suspended_until', 'is', null), row('suspended_until', '<=', now)]))
    .executeTakeFirst();
  if (!other) throw lastOwner();
}

/**
 * As `writeAs`, for an owner or a moderator. Throws `not-found`, as the guard does, where that ended after
 * the request's session was read.
 */
export function writeAsStaff<T>(
  storage: Storage,
  { person, access }: { readonly person: Pick<Person, 'id'>; readonly access: Access },
  work: (write: Write) => Promise<T>,
  lockKeys: readonly string[] | 'all' = [],
): Promise<T> {
  const { id } = person;
  const run = async (write: Write) => {
    const row = await write.db
      .selectFrom('people')
      .select('role')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !mayUse(access, row)) throw notFound();
    return work(write);
  };
  return writeAs(storage, id, run, lockKeys);
}
