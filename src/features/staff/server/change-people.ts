import { recordAudit } from '../../../identity/audit-log.ts';
import { assertAnotherOwner, ownersTag, writeAsStaff } from '../../../identity/owners.ts';
import { isStaff, type Person, personTag, type Role } from '../../../identity/person.ts';
import { endSessionsOf } from '../../../identity/session/session.ts';
import { forGood, isSuspended } from '../../../identity/suspension.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { notYourself, ownersOnly, personNotFound } from '../contract/people.ts';

export interface ChangeParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly now: () => number;
}

/** Far more than anybody presses; a stolen session gets no further. */
const changeRule: RateRule = { name: 'people-changed', limit: 120, perMs: 60_000 };

interface Change {
  readonly by: Person;
  /** Whom it is done to. */
  readonly id: string;
}

/** A person whose account isn't deleted. Throws `person-not-found`. */
async function findTarget({ db }: Write, id: string) {
  const row = await db
    .selectFrom('people')
    .select(['id', 'name', 'role', 'suspended_until', 'suspension_reason'])
    .where('id', '=', id)
    .where('email', 'is not', null)
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw personNotFound();
  return row;
}
type Target = Awaited<ReturnType<typeof findTarget>>;

const subjectOf = ({ id, name }: Target) => ({ kind: 'person', id, label: name });

/** One change of one person, under the lock of all changes that could leave the site without an owner. */
async function change(
  { storage, limiter, now }: ChangeParts,
  { by, id }: Change,
  access: 'staff' | 'owner',
  work: (write: Write, target: Target, time: number) => Promise<void>,
): Promise<void> {
  await writeAsStaff(
    storage,
    { person: by, access },
    async (write) => {
      const target = await findTarget(write, id);
      await limiter.takeWithin(write, changeRule, by.id);
      write.touch(personTag(id));
      await work(write, target, now());
    },
    [ownersTag, ...(id === by.id ? [] : [personTag(id)])],
  );
}

const actionOf: Readonly<Record<Role, string>> = {
  owner: 'owner-named',
  moderator: 'moderator-named',
  member: 'staff-dismissed',
};

/** Changes a person's role; the last owner stays one. */
export function changeRole(parts: ChangeParts, given: Change, role: Role): Promise<void> {
  return change(parts, given, 'owner', async (write, target, time) => {
    if (target.role === role) return;
    if (target.role === 'owner') await assertAnotherOwner(write, target.id, time);
    await write.db.updateTable('people').set({ role }).where('id', '=', target.id).execute();
    await recordAudit(write, {
      by: given.by,
      action: actionOf[role],
      subject: subjectOf(target),
      at: time,
    });
  });
}

/** Read in this write. Throws `owners-only` where the person is staff and `by` is no owner. */
async function assertHasSay({ db }: Write, by: Person, target: Target): Promise<void> {
  if (!isStaff(target)) return;
  const row = await db
    .selectFrom('people')
    .select('role')
    .where('id', '=', by.id)
    .executeTakeFirst();
  if (row?.role !== 'owner') throw ownersOnly();
}

interface Suspension {
  /** Milliseconds since 1970; null for good. */
  readonly until: number | null;
  readonly reason: string;
}

/** Suspends a person: their sessions end everywhere, and they can't sign in until it is over. */
export function suspendPerson(
  parts: ChangeParts,
  given: Change,
  { until, reason }: Suspension,
): Promise<void> {
  const { by } = given;
  return change(parts, given, 'staff', async (write, target, time) => {
    if (target.id === by.id) throw notYourself();
    await assertHasSay(write, by, target);
    if (target.role === 'owner') await assertAnotherOwner(write, target.id, time);
    await write.db
      .updateTable('people')
      .set({
        suspended_at: time,
        suspended_until: until ?? forGood,
        suspension_reason: reason,
      })
      .where('id', '=', target.id)
      .execute();
    await endSessionsOf(write, target.id);
    const action = until === null ? 'person-suspended-for-good' : 'person-suspended';
    await recordAudit(write, { by, action, subject: subjectOf(target), reason, at: time });
  });
}

/** Ends a suspension early. */
export function liftSuspensionOf(parts: ChangeParts, given: Change): Promise<void> {
  const { by } = given;
  return change(parts, given, 'staff', async (write, target, time) => {
    if (!isSuspended(target, time)) return;
    await assertHasSay(write, by, target);
    await write.db
      .updateTable('people')
      .set({ suspended_at: null, suspended_until: null, suspension_reason: null })
      .where('id', '=', target.id)
      .execute();
    await recordAudit(write, {
      by,
      action: 'suspension-lifted',
      subject: subjectOf(target),
      at: time,
    });
  });
}
