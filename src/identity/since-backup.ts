import type { Reader } from '../storage/storage.ts';
import type { Replacement } from './define-feature.ts';
import { findHold } from './mail/mail-hold.ts';
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

/**
 * Whether the replaced database is a later state of the site in the backup, which was made at `madeAt`: decisions of
 * another site don't apply, and what an earlier state lacks wasn't deleted. An earlier one lacks the backup's last logged
 * action, or was itself restored after the backup was made, and nobody has let it send e-mails since.
 */
export async function isLaterState(
  { restored, replaced }: Replacement,
  madeAt: number,
): Promise<boolean> {
  const known = await accountsOf(replaced);
  if (![...(await accountsOf(restored)).keys()].some((id) => known.has(id))) return false;
  const last = await restored
    .selectFrom('acts')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isKnown = (id: string) =>
    replaced.selectFrom('acts').select('id').where('id', '=', id).executeTakeFirst();
  if (last && !(await isKnown(last.id))) return false;
  const hold = await findHold(replaced);
  return hold === undefined || hold < madeAt;
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

/** Suspensions that were added or extended since. Those that were lifted or shortened aren't. */
async function keepSuspensions(
  { restored, isKept, now }: Replacement,
  then: readonly PersonRow[],
  since: readonly PersonRow[],
): Promise<readonly string[]> {
  const endOf = (row: PersonRow) => (isSuspended(row, now) ? (row.suspended_until ?? 0) : 0);
  const endsOf = (rows: readonly PersonRow[]) => new Map(rows.map((row) => [row.id, endOf(row)]));
  const [endsThen, endsNow] = [endsOf(then), endsOf(since)];
  const endThen = ({ id }: PersonRow) => endsThen.get(id) ?? 0;
  const endNow = ({ id }: PersonRow) => endsNow.get(id) ?? 0;
  const rows = await restored
    .selectFrom('people')
    .select('id')
    .where('email', 'is not', null)
    .execute();
  const there = new Set(rows.map(({ id }) => id));
  const longer = since.filter((row) => endNow(row) > endThen(row) && there.has(row.id));
  const shorter = then.filter((row) => endThen(row) > endNow(row));
  if (isKept) {
    for (const { id, suspended_at, suspended_until, suspension_reason } of longer) {
      await restored
        .updateTable('people')
        .set({ suspended_at, suspended_until, suspension_reason })
        .where('id', '=', id)
        .execute();
    }
  }
  const lines = [
    [
      isKept ? 'Suspended since, and still so' : 'No longer suspended',
      longer.filter((row) => endThen(row) === 0),
    ],
    [
      isKept
        ? 'Suspended for longer since, and still so'
        : 'Suspended until the earlier end again, though that was extended since',
      longer.filter((row) => endThen(row) > 0),
    ],
    ['Suspended again, though that was lifted since', shorter.filter((row) => endNow(row) === 0)],
    [
      'Suspended until the later end again, though that was shortened since',
      shorter.filter((row) => endNow(row) > 0),
    ],
  ] as const;
  return lines.flatMap(([what, people]) =>
    people.length > 0 ? [`${what}: ${listed(people.map(nameOf))}.`] : [],
  );
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
