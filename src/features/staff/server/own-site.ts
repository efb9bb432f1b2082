import { recordAudit } from '../../../identity/audit-log.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { hasOwner, ownersTag, staffTag } from '../../../identity/owners.ts';
import { personTag, roleRow } from '../../../identity/person.ts';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import { createSecretToken, hashToken } from '../../../identity/session/secret-token.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { claimNotValid, ownedAlready } from '../contract/claim.ts';
import { notifyOwners } from './staff-notices.ts';

/** Called within the write that makes the first owner. */
export type OnClaim = (write: Write) => Promise<void>;

/**
 * Creates a code whose holder can become the first owner; undefined if there is an owner. Invalidates the previous
 * code.
 */
export function issueClaim(storage: Storage, now: number): Promise<string | undefined> {
  const code = createSecretToken();
  return storage.write(
    async ({ db }) => {
      await db.deleteFrom('claims').execute();
      if (await hasOwner(db)) return undefined;
      await db
        .insertInto('claims')
        .values({ code_hash: hashToken(code), made_at: now })
        .execute();
      return code;
    },
    { lockKeys: [ownersTag] },
  );
}

interface NewOwner {
  readonly personId: string;
  /** Null for the operator. */
  readonly byId: string | null;
  readonly queueMail?: QueueMail | undefined;
  readonly onClaim?: OnClaim | undefined;
}

/** Makes a person an owner, ends a suspension, notifies all owners and invalidates the printed link. */
async function makeOwner(write: Write, owner: NewOwner): Promise<void> {
  const { personId, byId, queueMail, onClaim } = owner;
  const { db, touch } = write;
  touch(personTag(personId), staffTag);
  if (!(await hasOwner(db))) await onClaim?.(write);
  await db
    .updateTable('people')
    .set({
      ...roleRow('owner'),
      suspended_at: null,
      suspended_until: null,
      suspension_reason: null,
    })
    .where('id', '=', personId)
    .execute();
  await db.deleteFrom('claims').execute();
  await notifyOwners(write, queueMail, { about: 'role-given', role: 'owner', personId, byId });
}

interface Claim {
  readonly personId: string;
  readonly code: string;
  readonly now: number;
  readonly queueMail?: QueueMail | undefined;
  readonly onClaim?: OnClaim | undefined;
}

/** Runs within a write that holds the lock `ownersTag`. Throws `owned-already`, `claim-not-valid`. */
export async function claim(
  write: Write,
  { personId, code, now, queueMail, onClaim }: Claim,
): Promise<void> {
  if (await hasOwner(write.db)) throw ownedAlready();
  const used = await write.db
    .deleteFrom('claims')
    .where('code_hash', '=', hashToken(code))
    .returning('code_hash')
    .executeTakeFirst();
  if (!used) throw claimNotValid();
  await makeOwner(write, { personId, byId: personId, queueMail, onClaim });
  const subject = { kind: 'person', id: personId, label: '' };
  await recordAudit(write, { by: { id: personId }, action: 'site-claimed', subject, at: now });
}

interface OwnerByEmail {
  readonly email: string;
  /** Whether an unverified address suffices. */
  readonly isUnprovenEnough: boolean;
  readonly now: number;
  readonly queueMail?: QueueMail | undefined;
  readonly onClaim?: OnClaim | undefined;
}

/**
 * Makes the account with this address an owner, on behalf of the operator. Otherwise resolves to the reason: there is
 * no such account, or its address is unverified, so that any visitor could have signed up with it.
 */
export function makeOwnerByEmail(
  storage: Storage,
  { email, isUnprovenEnough, now, queueMail, onClaim }: OwnerByEmail,
): Promise<'made' | 'unknown' | 'unproven'> {
  return storage.write(async (write) => {
    const row = await write.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .where('ends_at', 'is', null)
      .executeTakeFirst();
    if (!row) return 'unknown';
    const isProven = (await provenEmailOf(write.db, row.id)) !== undefined;
    if (!isProven && !isUnprovenEnough) return 'unproven';
    await makeOwner(write, { personId: row.id, byId: null, queueMail, onClaim });
    const subject = { kind: 'person', id: row.id, label: '' };
    await recordAudit(write, { by: null, action: 'owner-named', subject, at: now });
    return 'made';
  });
}
