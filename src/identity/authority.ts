import type { Reader, Write } from '../storage/storage.ts';
import { hasOtherOwner, isStaffRow } from './owners.ts';
import { type Decider, isStaff, mayUse, type Role, roleOf } from './person.ts';
import { anotherOwnersOnly, ownersOnly } from './role-problems.ts';

type Db = Pick<Reader, 'selectFrom'>;

async function rolesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Role>> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'role', 'is_editor'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, roleOf(row)]));
}

/**
 * Owners decide about all texts and people, moderators about members and authors without an account (null). People
 * decide about their own texts as authors, and as staff only where there is no other owner: docs/security.md has the
 * whole table.
 */
export async function findDeciders(
  db: Db,
  byId: string,
  aboutIds: readonly (string | null)[],
  now: number,
): Promise<(aboutId: string | null) => Decider> {
  const named = aboutIds.filter((id) => id !== null);
  const roles = await rolesOf(db, [byId, ...new Set(named)]);
  const isOwner = roles.get(byId) === 'owner';
  const isOnlyOwner = isOwner && named.includes(byId) && !(await hasOtherOwner(db, byId, now));
  return (aboutId) => {
    if (aboutId === byId && isOwner) return isOnlyOwner ? 'you' : 'another-owner';
    const role = aboutId === null ? undefined : roles.get(aboutId);
    return isOwner || role === undefined || !isStaff({ role }) ? 'you' : 'owners';
  };
}

/** Uses the roles as read in this write. Throws `owners-only`, `another-owners-only`. */
export function assertDecides(
  write: Pick<Write, 'db'>,
  by: { readonly id: string },
  aboutId: string | null,
  now: number,
): Promise<void> {
  return assertDecidesAll(write, by, [aboutId], now);
}

/** The same for something that is about each of several people. */
export async function assertDecidesAll(
  { db }: Pick<Write, 'db'>,
  by: { readonly id: string },
  aboutIds: readonly (string | null)[],
  now: number,
): Promise<void> {
  const deciderAbout = await findDeciders(db, by.id, aboutIds, now);
  const deciders = aboutIds.map(deciderAbout);
  if (deciders.includes('owners')) throw ownersOnly();
  if (deciders.includes('another-owner')) throw anotherOwnersOnly();
}

/** Uses the role as read in this write. Throws `owners-only`. */
export async function assertIsOwner(
  { db }: Pick<Write, 'db'>,
  by: { readonly id: string },
): Promise<void> {
  if ((await rolesOf(db, [by.id])).get(by.id) !== 'owner') throw ownersOnly();
}

/**
 * Editors edit texts of members, and of authors without an account (null for a deleted account); owners edit all texts.
 * Uses the roles as read in this write. Throws `owners-only`.
 */
export async function assertEdits(
  db: Db,
  by: { readonly id: string },
  authorId: string | null,
): Promise<void> {
  const roles = await rolesOf(db, authorId === null ? [by.id] : [by.id, authorId]);
  const role = roles.get(by.id) ?? 'member';
  const authorRole = (authorId === null ? undefined : roles.get(authorId)) ?? 'member';
  const isAllowed = role === 'owner' || !isStaff({ role: authorRole });
  if (!mayUse('editor', { role }) || !isAllowed) throw ownersOnly();
}

/** Limit on the staff listed to an editor; no site has as many. */
const staffMax = 500;

/** Ids of the people whose texts editors can't edit. */
export async function findStaffIds(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where(isStaffRow)
    .limit(staffMax)
    .execute();
  return rows.map(({ id }) => id);
}
