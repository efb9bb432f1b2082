import { recordAudit } from '../../../identity/audit-log.ts';
import { assertDecides } from '../../../identity/authority.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import {
  assertAnotherOwner,
  ownersTag,
  type StaffParts,
  staffTag,
  writeAsStaff,
} from '../../../identity/owners.ts';
import {
  isAtLeast,
  type Person,
  personTag,
  type Role,
  roleOf,
  roleRow,
} from '../../../identity/person.ts';
import { endSessionsOf } from '../../../identity/session/session.ts';
import { isSuspended, unlimitedSuspension } from '../../../identity/suspension.ts';
import type { Write } from '../../../storage/storage.ts';
import { accountLeft, notYourself, personNotFound } from '../contract/people.ts';
import { notifyOwners, notifyPerson } from './staff-notices.ts';

export interface ChangeParts extends StaffParts {
  /** Undefined if the site sends no e-mail. */
  readonly queueMail?: QueueMail | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface Change {
  readonly by: Person;
  /** The person to change. */
  readonly id: string;
}

/** A person whose account is active or can be restored. Throws `person-not-found`. */
async function findTarget({ db }: Write, id: string, now: number) {
  const row = await db
    .selectFrom('people')
    .select(['id', 'name', 'role', 'is_editor', 'ends_at'])
    .select(['suspended_until', 'suspension_reason'])
    .where('id', '=', id)
    .where('email', 'is not', null)
    .where((person) => person.or([person('ends_at', 'is', null), person('ends_at', '>', now)]))
    .executeTakeFirst();
  if (!row) throw personNotFound();
  return { ...row, role: roleOf(row) };
}
type Target = Awaited<ReturnType<typeof findTarget>>;

const subjectOf = ({ id, name }: Target) => ({ kind: 'person', id, label: name });

/** Changes a person, under the lock of all changes that could leave the site without an owner. */
async function change(
  parts: ChangeParts,
  { by, id }: Change,
  access: 'staff' | 'owner',
  work: (write: Write, target: Target, time: number) => Promise<void>,
): Promise<void> {
  await writeAsStaff(
    parts,
    { person: by, access },
    async (write) => {
      const time = parts.now();
      const target = await findTarget(write, id, time);
      write.touch(personTag(id));
      await work(write, target, time);
    },
    [ownersTag, ...(id === by.id ? [] : [personTag(id)])],
  );
}

const actionOf: Readonly<Record<Role, string>> = {
  owner: 'owner-named',
  moderator: 'moderator-named',
  editor: 'editor-named',
  member: 'staff-dismissed',
};

/** Changes a person's role; the last owner can't be demoted. */
export function changeRole(parts: ChangeParts, given: Change, role: Role): Promise<void> {
  const { queueMail } = parts;
  return change(parts, given, 'owner', async (write, target, time) => {
    if (target.role === role) return;
    if (target.ends_at !== null && role !== 'member') throw accountLeft();
    if (target.role === 'owner') await assertAnotherOwner(write, target.id, time);
    await write.db.updateTable('people').set(roleRow(role)).where('id', '=', target.id).execute();
    write.touch(staffTag);
    await recordAudit(write, {
      by: given.by,
      action: actionOf[role],
      subject: subjectOf(target),
      at: time,
    });
    const [personId, byId] = [target.id, given.by.id];
    if (role !== 'member') {
      await notifyOwners(write, queueMail, { about: 'role-given', role, personId, byId });
    }
    if (!isAtLeast(role, target.role)) {
      await notifyPerson(write, queueMail, personId, { about: 'role-ended', role });
    }
  });
}

interface Suspension {
  /** Milliseconds since 1970; null for a permanent suspension. */
  readonly until: number | null;
  readonly reason: string;
}

/** Suspends a person, or changes the suspension: their sessions end, and they can't sign in until it ends. */
export function suspendPerson(
  parts: ChangeParts,
  given: Change,
  { until, reason }: Suspension,
): Promise<void> {
  const { by } = given;
  return change(parts, given, 'staff', async (write, target, time) => {
    if (target.id === by.id) throw notYourself();
    await assertDecides(write, by, target.id, time);
    if (target.role === 'owner') await assertAnotherOwner(write, target.id, time);
    const suspension = {
      suspended_until: until ?? unlimitedSuspension,
      suspension_reason: reason,
    };
    await write.db
      .updateTable('people')
      .set({ suspended_at: time, ...suspension })
      .where('id', '=', target.id)
      .execute();
    await endSessionsOf(write, target.id);
    const action = until === null ? 'person-suspended-for-good' : 'person-suspended';
    await recordAudit(write, { by, action, subject: subjectOf(target), reason, at: time });
    const isKnown =
      target.suspended_until === suspension.suspended_until &&
      target.suspension_reason === suspension.suspension_reason;
    if (isKnown) return;
    const notice = { about: 'suspended', until, reason } as const;
    await notifyPerson(write, parts.queueMail, target.id, notice);
  });
}

/** Ends a suspension early. */
export function liftSuspensionOf(parts: ChangeParts, given: Change): Promise<void> {
  const { by } = given;
  return change(parts, given, 'staff', async (write, target, time) => {
    if (target.id === by.id) throw notYourself();
    await assertDecides(write, by, target.id, time);
    if (!isSuspended(target, time)) return;
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
