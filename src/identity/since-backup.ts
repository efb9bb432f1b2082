import type { Reader } from '../storage/storage.ts';
import type { Replacement } from './define-feature.ts';
import { isStaffRow } from './owners.ts';
import { type Role, roleOf, roleRow } from './person.ts';
import { isSuspended } from './suspension.ts';

const namesMax = 20;

/** Names for the operator, in one line. */
export function listed(names: readonly string[]): string {
  const rest = names.length - namesMax;
  return `${names.slice(0, namesMax).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

type PersonRow = Awaited<ReturnType<typeof peopleOfNote>>[number];

/** Staff, and people who are or were suspended. */
async function peopleOfNote(db: Reader) {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'name', 'email', 'role', 'is_editor', 'ends_at'])
    .select(['suspended_at', 'suspended_until', 'suspension_reason'])
    .where((person) => person.or([isStaffRow, person('suspended_until', 'is not', null)]))
    .execute();
  return rows.map((row) => ({ ...row, role: roleOf(row) }));
}

async function accountsOf(db: Reader): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'email'])
    .where('email', 'is not', null)
    .where('ends_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email ?? '']));
}

const nameOf = ({ name, email }: PersonRow) => `${name} (${email ?? 'without an account'})`;

/** The staff in the backup. */
export async function staffOf(db: Reader): Promise<readonly string[]> {
  const staff = (await peopleOfNote(db)).filter(({ role }) => role !== 'member');
  return staff.map((person) => `${person.role} ${nameOf(person)}`);
}

/** Whether the backup is of the site that it replaces: decisions of another site don't apply. */
export async function isSameSite({ restored, replaced }: Replacement): Promise<boolean> {
  const known = await accountsOf(replaced);
  return [...(await accountsOf(restored)).keys()].some((id) => known.has(id));
}

/** Whether a role has no rights beyond another. */
const isWithin = (role: Role, other: Role) =>
  role === 'member' || role === other || other === 'owner';

/** Staff who were dismissed or resigned since. The last owner stays. */
async function keepDismissals(
  { restored, isKept }: Replacement,
  then: readonly PersonRow[],
  roleNow: (id: string) => Role,
): Promise<readonly string[]> {
  const dismissed = then.filter(({ id, role }) => !isWithin(role, roleNow(id)));
  if (dismissed.length === 0) return [];
  const names = listed(dismissed.map((person) => `${nameOf(person)}, then ${person.role}`));
  const hasOwner = then.some(({ id, role }) => role === 'owner' && roleNow(id) === 'owner');
  const wasOwned = then.some(({ role }) => role === 'owner');
  if (!isKept)
    return [`Staff again, though dismissed since: ${names}. Dismiss them in Manage, People.`];
  if (wasOwned && !hasOwner) {
    return [`Staff again, though dismissed since, as nobody else owned the site then: ${names}.`];
  }
  for (const { id } of dismissed) {
    await restored
      .updateTable('people')
      .set(roleRow(roleNow(id)))
      .where('id', '=', id)
      .execute();
  }
  return [`Dismissed since, and still so: ${names}.`];
}

async function keepSuspensions(
  { restored, isKept, now }: Replacement,
  then: readonly PersonRow[],
  since: readonly PersonRow[],
): Promise<readonly string[]> {
  const suspended = (rows: readonly PersonRow[]) => rows.filter((row) => isSuspended(row, now));
  const idsThen = new Set(suspended(then).map(({ id }) => id));
  const idsNow = new Set(suspended(since).map(({ id }) => id));
  const there = await accountsOf(restored);
  const added = suspended(since).filter(({ id }) => !idsThen.has(id) && there.has(id));
  const lifted = suspended(then).filter(({ id }) => !idsNow.has(id));
  const names = listed(added.map(nameOf));
  if (isKept) {
    for (const { id, suspended_at, suspended_until, suspension_reason } of added) {
      await restored
        .updateTable('people')
        .set({ suspended_at, suspended_until, suspension_reason })
        .where('id', '=', id)
        .execute();
    }
  }
  return [
    ...(added.length > 0
      ? [isKept ? `Suspended since, and still so: ${names}.` : `No longer suspended: ${names}.`]
      : []),
    ...(lifted.length > 0
      ? [`Suspended again, though that was lifted since: ${listed(lifted.map(nameOf))}.`]
      : []),
  ];
}

/** Roles withdrawn since a backup was made aren't restored by it. */
export async function peopleSinceBackup(replacement: Replacement): Promise<readonly string[]> {
  const { restored, replaced } = replacement;
  const [then, since] = [await peopleOfNote(restored), await peopleOfNote(replaced)];
  const roles = new Map(
    since.map(({ id, role, ends_at }) => [id, ends_at === null ? role : 'member']),
  );
  const known = await accountsOf(replaced);
  const back = [...(await accountsOf(restored))].flatMap(([id, email]) =>
    known.has(id) ? [] : email,
  );
  return [
    ...(await keepDismissals(replacement, then, (id) => roles.get(id) ?? 'member')),
    ...(await keepSuspensions(replacement, then, since)),
    ...(back.length > 0
      ? [
          `Accounts that were deleted since are back; delete them again, as was asked for: ${listed(back)}.`,
        ]
      : []),
  ];
}
