import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createSecretToken, hashToken } from '../../../identity/session/secret-token.ts';
import { dropSome, type RetentionRule } from '../../../storage/background/sweep.ts';
import type { Storage, Write } from '../../../storage/storage.ts';

export type Purpose =
  | 'reset-by-mail'
  | 'reset-by-operator'
  | 'verify-email'
  | 'change-email'
  | 'google-link'
  | 'second-step'
  | 'codes-setup'
  | `passkey-${'add' | 'alone' | 'second'}`
  | `${'google' | 'provider'}-${'flow' | 'handoff'}`;

export interface NewOneTimeToken {
  readonly purpose: Purpose;
  readonly personId?: string;
  /** As JSON, encrypted with the token: a reader of the database learns nothing. */
  readonly payload?: object;
  readonly expiresAt: number;
}

export interface OneTimeToken {
  readonly purpose: string;
  readonly personId: string | null;
  readonly payload: unknown;
}

type Db = Write['db'];

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Another hash of the token than the one that is stored. */
function keyOf(secret: string): Buffer {
  return createHash('sha256').update(`payload ${secret}`).digest();
}

function seal(secret: string, payload: object): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(secret), iv);
  const text = Buffer.concat([sealing.update(JSON.stringify(payload)), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), text]).toString('base64url');
}

/** Undefined for what this token didn't seal. */
function unseal(secret: string, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const opening = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, ivBytes));
  opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    const text = [opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()];
    return JSON.parse(Buffer.concat(text).toString());
  } catch {
    return undefined;
  }
}

/** Stores the hash of a new token and returns the token, which is shown once. */
export async function issueToken(db: Db, token: NewOneTimeToken): Promise<string> {
  const secret = createSecretToken();
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(secret),
      purpose: token.purpose,
      person_id: token.personId ?? null,
      payload: seal(secret, token.payload ?? {}),
      expires_at: token.expiresAt,
    })
    .execute();
  return secret;
}

interface TokenRow {
  readonly purpose: string;
  readonly person_id: string | null;
  readonly payload: string;
}

function fromRow(secret: string, { purpose, person_id, payload }: TokenRow): OneTimeToken {
  return { purpose, personId: person_id, payload: unseal(secret, payload) };
}

/** What a token stands for, leaving it usable; undefined for one that is unknown, used or out of date. */
export async function peekToken(
  db: Pick<Db, 'selectFrom'>,
  purposes: readonly Purpose[],
  token: string,
  now: number,
): Promise<OneTimeToken | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['purpose', 'person_id', 'payload'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && fromRow(token, row);
}

/** As `peekToken`, and the token is spent: of two callers at the same instant one gets it. */
export async function consumeToken(
  db: Db,
  purposes: readonly Purpose[],
  token: string,
  now: number,
): Promise<OneTimeToken | undefined> {
  const row = await db
    .deleteFrom('one_time_tokens')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .returning(['purpose', 'person_id', 'payload'])
    .executeTakeFirst();
  return row && fromRow(token, row);
}

/**
 * Spends a token in a write of its own, together with the work that it permits; undefined as `peekToken`. An invalid token
 * costs a look-up and no write.
 */
export async function spendToken<T>(
  storage: Storage,
  {
    purpose,
    token,
    now,
  }: { readonly purpose: Purpose; readonly token: string; readonly now: number },
  work: (write: Write, used: OneTimeToken) => T | Promise<T>,
  options?: Parameters<Storage['write']>[1],
): Promise<T | undefined> {
  if (!(await peekToken(storage.writer, [purpose], token, now))) return undefined;
  return storage.write(async (write) => {
    const used = await consumeToken(write.db, [purpose], token, now);
    return used && work(write, used);
  }, options);
}

/** Notes that an ID token was used; false where it was before. Remembered until `expiresAt`. */
export async function spendIdToken(db: Db, token: string, expiresAt: number): Promise<boolean> {
  const row = await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(token),
      purpose: 'spent',
      person_id: null,
      payload: '',
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends every token of a person, whatever it was for. */
export async function endTokensOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('person_id', '=', personId).execute();
}

/** What is kept of accounts for a while; what is out of date opens nothing, whether it is there or not. */
export const accountRetention: readonly RetentionRule[] = [
  { table: 'one_time_tokens', key: ['token_hash'], column: 'expires_at', keptMs: 0 },
];

/** More than a call brings, so that they become fewer; the sweeper takes the rest. */
const droppedAtOnce = 10;

export async function dropExpiredTokens(db: Db, now: number): Promise<void> {
  for (const rule of accountRetention) await dropSome(db, rule, now, droppedAtOnce);
}
