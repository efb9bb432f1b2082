import { sql } from 'kysely';
import { type Person, personOfRow } from '../../../identity/person.ts';
import { indexPerson, indexPersonAgain } from '../../../identity/person-index.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';

type Db = Write['db'];

const firstTokenVersion = 1;

export interface Account extends Person {
  readonly passwordHash: string | null;
  readonly isEmailVerified: boolean;
  /** Incremented to revoke all tokens issued before; a column and a claim name it `generation`. */
  readonly tokenVersion: number;
  readonly createdAt: number;
}

export type NewAccount = Omit<Account, 'tokenVersion' | 'role'>;

export interface ForeignIdentity {
  readonly issuer: string;
  readonly subject: string;
}

function accounts(db: Pick<Reader, 'selectFrom'>) {
  return (
    db
      .selectFrom('people')
      // A person from a time with an external provider has no credentials.
      .leftJoin('credentials', 'credentials.person_id', 'people.id')
      .select([
        'people.id',
        'people.email',
        'people.name',
        'people.photo_url',
        'people.role',
        'people.is_editor',
        'people.created_at',
        'credentials.password_hash',
        'credentials.is_email_verified',
        'credentials.generation',
      ])
  );
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>;

function fromRow(row: AccountRow): Account {
  return {
    ...personOfRow(row),
    passwordHash: row.password_hash,
    isEmailVerified: row.is_email_verified === 1,
    tokenVersion: row.generation ?? firstTokenVersion,
    createdAt: row.created_at,
  };
}

export async function findAccountByEmail(
  db: Pick<Reader, 'selectFrom'>,
  email: string,
): Promise<Account | undefined> {
  const row = await accounts(db).where('people.email', '=', email).executeTakeFirst();
  return row && fromRow(row);
}

export async function findAccount(
  db: Pick<Reader, 'selectFrom'>,
  personId: string,
): Promise<Account | undefined> {
  const row = await accounts(db).where('people.id', '=', personId).executeTakeFirst();
  return row && fromRow(row);
}

async function findLinkedAccount(
  db: Pick<Reader, 'selectFrom'>,
  { issuer, subject }: ForeignIdentity,
): Promise<Account | undefined> {
  const row = await accounts(db)
    .innerJoin('linked_identities', 'linked_identities.person_id', 'people.id')
    .where('linked_identities.issuer', '=', issuer)
    .where('linked_identities.subject', '=', subject)
    .executeTakeFirst();
  return row && fromRow(row);
}

/** Adds an account; undefined when the address has one already, even one added concurrently. */
export async function insertAccount(db: Db, account: NewAccount): Promise<Account | undefined> {
  const person = await db
    .insertInto('people')
    .values({
      id: account.id,
      subject: account.id,
      email: account.email,
      name: account.displayName,
      photo_url: account.photoURL,
      bio: null,
      created_at: account.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!person) return undefined;
  const { id, displayName: name, email } = account;
  await indexPerson({ db }, { id, name, email });
  await db
    .insertInto('credentials')
    .values({
      person_id: account.id,
      password_hash: account.passwordHash,
      is_email_verified: account.isEmailVerified ? 1 : 0,
      generation: firstTokenVersion,
    })
    .execute();
  return { ...account, role: 'member', tokenVersion: firstTokenVersion };
}

/** A person's profile from an OpenID Connect provider. */
export interface OpenIdProfile extends ForeignIdentity {
  /** Lower case, NFC. */
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
}

/**
 * The account linked to this identity, created if it is new; undefined where another account has its address. `enter`
 * can refuse a new account by throwing.
 */
export async function linkedAccountOf(
  db: Db,
  profile: OpenIdProfile,
  createdAt: number,
  enter: (personId: string) => Promise<void>,
): Promise<Account | undefined> {
  const known = await findLinkedAccount(db, profile);
  if (known) return known;
  const { email, displayName, photoURL } = profile;
  const added = await insertAccount(db, {
    id: rowId(),
    email,
    displayName,
    photoURL,
    passwordHash: null,
    isEmailVerified: true,
    createdAt,
  });
  if (added) {
    await enter(added.id);
    await linkIdentity(db, added.id, profile, createdAt);
  }
  // A concurrent return from the provider may have linked it.
  return findLinkedAccount(db, profile);
}

/** Changes an account's address to a verified one; false where another account has it. */
export async function saveEmail(db: Db, personId: string, email: string): Promise<boolean> {
  if (await isTaken(db, personId, email)) return false;
  await db.updateTable('people').set({ email }).where('id', '=', personId).execute();
  await indexPersonAgain({ db }, personId);
  await markEmailVerified(db, personId);
  return true;
}

async function isTaken(db: Db, personId: string, email: string): Promise<boolean> {
  const other = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', personId)
    .executeTakeFirst();
  return other !== undefined;
}

/** Updates a person's profile from the provider; false where another account has the address. */
export async function saveProfile(
  db: Db,
  personId: string,
  { email, displayName, photoURL }: OpenIdProfile,
): Promise<boolean> {
  if (await isTaken(db, personId, email)) return false;
  await db
    .updateTable('people')
    .set({ email, name: displayName, photo_url: photoURL })
    .where('id', '=', personId)
    .execute();
  await indexPerson({ db }, { id: personId, name: displayName, email });
  return true;
}

export async function linkIdentity(
  db: Db,
  personId: string,
  { issuer, subject }: ForeignIdentity,
  createdAt: number,
): Promise<void> {
  await db
    .insertInto('linked_identities')
    .values({ issuer, subject, person_id: personId, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute();
}

/** Inserts credentials for a person without them, so that there is a row to update. */
async function ensureCredentials(db: Db, personId: string): Promise<void> {
  await db
    .insertInto('credentials')
    .columns(['person_id', 'is_email_verified', 'generation'])
    .expression((row) =>
      row
        .selectFrom('people')
        .select(['id', sql.lit(0).as('is_email_verified'), sql.lit(firstTokenVersion).as('first')])
        .where('id', '=', personId),
    )
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();
}

export async function savePasswordHash(db: Db, personId: string, passwordHash: string) {
  await ensureCredentials(db, personId);
  await db
    .updateTable('credentials')
    .set({ password_hash: passwordHash })
    .where('person_id', '=', personId)
    .execute();
}

/** Revokes all tokens that were issued before: ID tokens of an older version are refused. */
export async function raiseTokenVersion(db: Db, personId: string): Promise<void> {
  await ensureCredentials(db, personId);
  await db
    .updateTable('credentials')
    .set((row) => ({ generation: row('generation', '+', 1) }))
    .where('person_id', '=', personId)
    .execute();
}

export async function markEmailVerified(db: Db, personId: string): Promise<void> {
  await ensureCredentials(db, personId);
  await db
    .updateTable('credentials')
    .set({ is_email_verified: 1 })
    .where('person_id', '=', personId)
    .execute();
}

/**
 * True when the account exists and has this token version. The write locks the row until the transaction ends, so a
 * concurrent password change comes wholly before or wholly after.
 */
export async function holdTokenVersion(
  db: Db,
  personId: string,
  tokenVersion: number,
): Promise<boolean> {
  await ensureCredentials(db, personId);
  const row = await db
    .updateTable('credentials')
    .set({ generation: tokenVersion })
    .where('person_id', '=', personId)
    .where('generation', '=', tokenVersion)
    .returning('person_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasLinkedIdentity(
  db: Pick<Reader, 'selectFrom'>,
  personId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('linked_identities')
    .select('subject')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row !== undefined;
}
