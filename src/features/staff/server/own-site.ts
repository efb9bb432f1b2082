import { type SqlBool, sql } from 'kysely';
import { recordAudit } from '../../../identity/audit-log.ts';
import { ownersTag } from '../../../identity/owners.ts';
import { personTag } from '../../../identity/person.ts';
import { createSecretToken, hashToken } from '../../../identity/session/secret-token.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { claimNotValid, ownedAlready } from '../contract/claim.ts';

/** Whether the site has an owner whose account stands. */
async function isOwned({ db }: Pick<Write, 'db'>): Promise<boolean> {
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
 * A new code whose holder may become the first owner; undefined where there is an owner. The code before is no longer
 * valid.
 */
export function issueClaim(storage: Storage, now: number): Promise<string | undefined> {
  const code = createSecretToken();
  return storage.write(
    async ({ db }) => {
      await db.deleteFrom('claims').execute();
      if (await isOwned({ db })) return undefined;
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
async function makeOwner({ db, touch }: Write, personId: string): Promise<void> {
  touch(personTag(personId));
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
): Promise<void> {
  if (await isOwned(write)) throw ownedAlready();
  const used = await write.db
    .deleteFrom('claims')
    .where('code_hash', '=', hashToken(code))
    .returning('code_hash')
    .executeTakeFirst();
  if (!used) throw claimNotValid();
  await makeOwner(write, personId);
  const subject = { kind: 'person', id: personId, label: '' };
  await recordAudit(write, { by: { id: personId }, action: 'site-claimed', subject, at: now });
}

/** Makes the account of this address an owner, on behalf of the operator; false where there is none. */
export function makeOwnerByEmail(storage: Storage, email: string, now: number): Promise<boolean> {
  return storage.write(async (write) => {
    const row = await write.db
      .selectFrom('people')
      .select('id')
      .where('email', '=', email)
      .where('ends_at', 'is', null)
      .executeTakeFirst();
    if (!row) return false;
    await makeOwner(write, row.id);
    const subject = { kind: 'person', id: row.id, label: '' };
    await recordAudit(write, { by: null, action: 'owner-named', subject, at: now });
    return true;
  });
}
