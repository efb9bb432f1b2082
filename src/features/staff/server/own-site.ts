import { recordAudit } from '../../../identity/audit-log.ts';
import { hasOwner, ownersTag } from '../../../identity/owners.ts';
import { personTag } from '../../../identity/person.ts';
import { createSecretToken, hashToken } from '../../../identity/session/secret-token.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { claimNotValid, ownedAlready } from '../contract/claim.ts';

/** What begins, in the write that does it, with the first owner. */
export type OnClaim = (write: Write) => Promise<void>;

/**
 * A new code whose holder may become the first owner; undefined where there is an owner. The code before is no longer
 * valid.
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

/** Makes a person an owner and ends a suspension; the printed link is used up. */
async function makeOwner(write: Write, personId: string, onClaim: OnClaim): Promise<void> {
  const { db, touch } = write;
  touch(personTag(personId));
  if (!(await hasOwner(db))) await onClaim(write);
  await db
    .updateTable('people')
    .set({ role: 'owner', suspended_at: null, suspended_until: null, suspension_reason: null })
    .where('id', '=', personId)
    .execute();
  await db.deleteFrom('claims').execute();
}

/** Within a write that holds the lock `ownersTag`. Throws `owned-already`, `claim-not-valid`. */
export async function claim(
  write: Write,
  { personId, code, now }: { personId: string; code: string; now: number },
  onClaim: OnClaim,
): Promise<void> {
  if (await hasOwner(write.db)) throw ownedAlready();
  const used = await write.db
    .deleteFrom('claims')
    .where('code_hash', '=', hashToken(code))
    .returning('code_hash')
    .executeTakeFirst();
  if (!used) throw claimNotValid();
  await makeOwner(write, personId, onClaim);
  const subject = { kind: 'person', id: personId, label: '' };
  await recordAudit(write, { by: { id: personId }, action: 'site-claimed', subject, at: now });
}

/** Makes the account of this address an owner, on behalf of the operator; false where there is none. */
export function makeOwnerByEmail(
  storage: Storage,
  email: string,
  now: number,
  onClaim: OnClaim = async () => {},
): Promise<boolean> {
  return storage.write(async (write) => {
    const row = await write.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .where('ends_at', 'is', null)
      .executeTakeFirst();
    if (!row) return false;
    await makeOwner(write, row.id, onClaim);
    const subject = { kind: 'person', id: row.id, label: '' };
    await recordAudit(write, { by: null, action: 'owner-named', subject, at: now });
    return true;
  });
}
