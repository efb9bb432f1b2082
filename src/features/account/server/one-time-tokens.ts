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
  /** Stored as JSON, encrypted with the token: unreadable with access to the database alone. */
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

/** A hash of the token that differs from the stored one. */
function keyOf(secret: string): Buffer {
  return createHash('sha256').update(`payload ${secret}`).digest();
}

function seal(secret: string, payload: object): string {
  const iv = randomBytes(ivBytes);
  const sealing = createCipheriv(cipher, keyOf(secret), iv);
  const text = Buffer.concat([sealing.update(JSON.stringify(payload)), sealing.final()]);
  return Buffer.concat([iv, sealing.getAuthTag(), text]).toString('base64url');
}

/** Undefined for a payload that wasn't sealed by this token. */
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

/** The data of a token, which stays usable; undefined for an unknown, used or expired one. */
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

/** Like `peekToken`, and spends the token: only one of two concurrent callers gets it. */
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
 * Spends a token in a write of its own, together with the work that it permits; undefined as `peekToken`. An invalid
 * token costs a look-up and no write.
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

/** Records that an ID token was used, until `expiresAt`; false where it was used before. */
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

/** Revokes every token of a person, for any purpose. */
export async function endTokensOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('person_id', '=', personId).execute();
}

/** Deletes expired tokens. An expired token is invalid even before it is deleted. */
export const accountRetention: readonly RetentionRule[] = [
  { table: 'one_time_tokens', key: ['token_hash'], column: 'expires_at', keptMs: 0 },
];

/** More than one call adds, so that the number shrinks; the sweeper deletes the rest. */
const droppedAtOnce = 10;

export async function dropExpiredTokens(db: Db, now: number): Promise<void> {
  for (const rule of accountRetention) await dropSome(db, rule, now, droppedAtOnce);
}
