import type { Reader, Write } from '../storage/storage.ts';
import type { Person } from './person.ts';

type Db = Write['db'];

export interface Account extends Person {
  readonly passwordHash: string | null;
  readonly isEmailVerified: boolean;
  readonly generation: number;
  readonly createdAt: number;
}

export interface NewAccount {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly photoURL: string | null;
  readonly passwordHash: string | null;
  readonly isEmailVerified: boolean;
  readonly createdAt: number;
}

export interface ForeignIdentity {
  readonly issuer: string;
  readonly subject: string;
}

function accounts(db: Pick<Reader, 'selectFrom'>) {
  return db
    .selectFrom('people')
    .innerJoin('credentials', 'credentials.person_id', 'people.id')
    .select([
      'people.id',
      'people.email',
      'people.name',
      'people.photo_url',
      'people.created_at',
      'credentials.password_hash',
      'credentials.is_email_verified',
      'credentials.generation',
    ]);
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>;

function fromRow(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email ?? '',
    displayName: row.name,
    photoURL: row.photo_url,
    passwordHash: row.password_hash,
    isEmailVerified: row.is_email_verified === 1,
    generation: row.generation,
    createdAt: row.created_at,
  };
}

/** What others of the person may see of an account: nothing of its credentials. */
export function personOfAccount({ id, email, displayName, photoURL }: Account): Person {
  return { id, email, displayName, photoURL };
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

export async function findLinkedAccount(
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

/** Adds an account; false when the address has one already, even one being added at this instant. */
export async function insertAccount(db: Db, account: NewAccount): Promise<boolean> {
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
  if (!person) return false;
  await db
    .insertInto('credentials')
    .values({
      person_id: account.id,
      password_hash: account.passwordHash,
      is_email_verified: account.isEmailVerified ? 1 : 0,
      generation: 1,
    })
    .execute();
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

export async function savePasswordHash(db: Db, personId: string, passwordHash: string) {
  await db
    .updateTable('credentials')
    .set({ password_hash: passwordHash })
    .where('person_id', '=', personId)
    .execute();
}

/** Ends whatever was handed out before: ID tokens of an older generation are refused. */
export async function beginGeneration(db: Db, personId: string): Promise<void> {
  await db
    .updateTable('credentials')
    .set((row) => ({ generation: row('generation', '+', 1) }))
    .where('person_id', '=', personId)
    .execute();
}

export async function markEmailVerified(db: Db, personId: string): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ is_email_verified: 1 })
    .where('person_id', '=', personId)
    .execute();
}

/**
 * True when the account exists and is still in this generation. It stays so until the transaction ends: the write
 * holds the row, so a password change at the same instant comes wholly before or wholly after.
 */
export async function holdGeneration(
  db: Db,
  personId: string,
  generation: number,
): Promise<boolean> {
  const row = await db
    .updateTable('credentials')
    .set({ generation })
    .where('person_id', '=', personId)
    .where('generation', '=', generation)
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
