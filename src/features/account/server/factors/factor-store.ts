import type { Reader, Write } from '../../../../storage/storage.ts';
import type { Method } from '../../contract/second-step.ts';
import { countRecoveryCodes, dropRecoveryCodes } from './recovery-codes.ts';

type Db = Write['db'];
type ReadDb = Pick<Reader, 'selectFrom'>;

export interface StoredPasskey {
  readonly credentialId: string;
  readonly id: string;
  readonly personId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

const columns = [
  'credential_id',
  'id',
  'person_id',
  'public_key',
  'counter',
  'transports',
  'name',
  'created_at',
  'last_used_at',
] as const;

function passkeys(db: ReadDb) {
  return db.selectFrom('passkeys').select(columns);
}

type Row = Awaited<ReturnType<ReturnType<typeof passkeys>['executeTakeFirstOrThrow']>>;

function fromRow(row: Row): StoredPasskey {
  return {
    credentialId: row.credential_id,
    id: row.id,
    personId: row.person_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports),
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

export async function findPasskey(
  db: ReadDb,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  const row = await passkeys(db).where('credential_id', '=', credentialId).executeTakeFirst();
  return row && fromRow(row);
}

/** The oldest first. */
export async function listPasskeys(
  db: ReadDb,
  personId: string,
): Promise<readonly StoredPasskey[]> {
  const rows = await passkeys(db)
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

/** False where an account has this credential already. */
export async function insertPasskey(db: Db, passkey: StoredPasskey): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      credential_id: passkey.credentialId,
      id: passkey.id,
      person_id: passkey.personId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      created_at: passkey.createdAt,
      last_used_at: passkey.lastUsedAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False where the person has no such passkey. */
export async function renamePasskeyOf(db: Db, personId: string, id: string, name: string) {
  const row = await db
    .updateTable('passkeys')
    .set({ name })
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The name of the removed passkey; undefined where the person has no such passkey. */
export async function deletePasskey(
  db: Db,
  personId: string,
  id: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Records a use of a passkey. False where a concurrent use has set its counter as high already, or it was removed. */
export async function notePasskeyUse(
  db: Db,
  { credentialId, counter }: Pick<StoredPasskey, 'credentialId' | 'counter'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('credential_id', '=', credentialId)
    // Devices without a counter always send 0.
    .where((passkey) =>
      passkey.or([
        passkey('counter', '<', counter),
        passkey.and([passkey('counter', '=', 0), passkey.lit(counter === 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface Authenticator {
  /** Base32. */
  readonly secret: string;
  readonly createdAt: number;
}

export async function findAuthenticator(
  db: ReadDb,
  personId: string,
): Promise<Authenticator | undefined> {
  const row = await db
    .selectFrom('authenticators')
    .select(['secret', 'created_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && { secret: row.secret, createdAt: row.created_at };
}

/** Saves an authenticator, replacing an earlier one; `step` is the step of the code just used. */
export async function saveAuthenticator(
  db: Db,
  personId: string,
  { secret, createdAt }: Authenticator,
  step: number,
): Promise<void> {
  const row = { secret, last_step: step, created_at: createdAt };
  await db
    .insertInto('authenticators')
    .values({ person_id: personId, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute();
}

/** Spends the code of a step of this secret; false where it or a later one was spent before. */
export async function spendStep(
  db: Db,
  personId: string,
  { secret }: Pick<Authenticator, 'secret'>,
  step: number,
): Promise<boolean> {
  const row = await db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('person_id', '=', personId)
    .where('secret', '=', secret)
    .where('last_step', '<', step)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False where codes were off already. */
export async function deleteAuthenticator(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('authenticators')
    .where('person_id', '=', personId)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The methods for the second step of this person's sign-in; empty where none is required. */
export async function methodsOf(db: ReadDb, personId: string): Promise<readonly Method[]> {
  const hasPasskey = (await listPasskeys(db, personId)).length > 0;
  const hasCodes = (await findAuthenticator(db, personId)) !== undefined;
  if (!hasPasskey && !hasCodes) return [];
  const hasRecovery = (await countRecoveryCodes(db, personId)) > 0;
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(hasCodes ? (['code'] as const) : []),
    ...(hasRecovery ? (['recovery-code'] as const) : []),
  ];
}

/** Whether a sign-in of this person requires a second step. */
export async function hasFactor(db: ReadDb, personId: string): Promise<boolean> {
  return (await methodsOf(db, personId)).length > 0;
}

/** Removes all second factors of a person. Returns the security events for those removed. */
export async function dropFactors(
  db: Db,
  personId: string,
): Promise<readonly ('passkey-removed' | 'codes-off')[]> {
  const passkeys = await db
    .deleteFrom('passkeys')
    .where('person_id', '=', personId)
    .returning('id')
    .execute();
  const hadCodes = await deleteAuthenticator(db, personId);
  await dropRecoveryCodes(db, personId);
  return [
    ...passkeys.map(() => 'passkey-removed' as const),
    ...(hadCodes ? (['codes-off'] as const) : []),
  ];
}
