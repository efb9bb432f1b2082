import type { TokenScope } from '../../platform/contract/define-endpoint.ts';
import type { RetentionRule } from '../../storage/background/sweep.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { personOfRow } from '../person.ts';
import type { Session } from '../session/session.ts';
import { isSuspended } from '../suspension.ts';

type Db = Pick<Reader, 'selectFrom'>;

const dayMs = 24 * 60 * 60_000;

/** A token as shown in its person's list. */
export interface PersonalToken {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** Milliseconds since 1970, as are the next two. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** A call with a token: like a session, but unable to confirm a sensitive action, since no person is present. */
export interface TokenSession extends Session {
  readonly scope: TokenScope;
  readonly lastUsedAt: number | null;
}

/** Expired tokens are listed for a month, so that the person sees why a program stopped. */
export const tokenRetention: readonly RetentionRule[] = [
  { table: 'personal_tokens', key: ['token_hash'], column: 'expires_at', keptMs: 30 * dayMs },
];

/** The session of a token; null where it is unknown or expired, or its account is suspended or deleted. */
export async function findTokenSession(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<TokenSession | null> {
  const row = await db
    .selectFrom('personal_tokens')
    .innerJoin('people', 'people.id', 'personal_tokens.person_id')
    .select(['personal_tokens.id', 'personal_tokens.name as label', 'personal_tokens.created_at'])
    .select(['scope', 'expires_at', 'last_used_at'])
    .select(['people.id as person_id', 'people.email', 'people.name', 'people.photo_url'])
    .select(['people.role', 'people.is_editor', 'people.suspended_until'])
    .where('token_hash', '=', tokenHash)
    .where((token) => token.or([token('expires_at', 'is', null), token('expires_at', '>', now)]))
    .where('people.ends_at', 'is', null)
    .executeTakeFirst();
  if (!row || isSuspended(row, now)) return null;
  return {
    id: row.id,
    label: row.label,
    createdAt: row.created_at,
    // Never recent: a token doesn't authenticate the person.
    authenticatedAt: 0,
    lastSeenAt: row.last_used_at ?? row.created_at,
    expiresAt: row.expires_at ?? Number.MAX_SAFE_INTEGER,
    person: personOfRow({ ...row, id: row.person_id }),
    scope: row.scope,
    lastUsedAt: row.last_used_at,
  };
}

export async function noteTokenUsed(
  { db }: Pick<Write, 'db'>,
  tokenHash: string,
  now: number,
): Promise<void> {
  await db
    .updateTable('personal_tokens')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** A person's tokens, newest first, including recently expired ones. */
export async function listTokens(db: Db, personId: string): Promise<readonly PersonalToken[]> {
  const rows = await db
    .selectFrom('personal_tokens')
    .select(['id', 'name', 'scope', 'created_at', 'expires_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, scope, created_at, expires_at, last_used_at }) => ({
    id,
    name,
    scope,
    createdAt: created_at,
    expiresAt: expires_at,
    lastUsedAt: last_used_at,
  }));
}

export interface NewToken extends PersonalToken {
  readonly tokenHash: string;
  readonly personId: string;
}

export async function insertToken({ db }: Write, token: NewToken): Promise<void> {
  await db
    .insertInto('personal_tokens')
    .values({
      token_hash: token.tokenHash,
      id: token.id,
      person_id: token.personId,
      name: token.name,
      scope: token.scope,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      last_used_at: token.lastUsedAt,
    })
    .execute();
}

/** Revokes one of a person's tokens; false where there is no such token. */
export async function deleteToken({ db }: Write, personId: string, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('personal_tokens')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export async function deleteTokensOf({ db }: Write, personId: string): Promise<void> {
  await db.deleteFrom('personal_tokens').where('person_id', '=', personId).execute();
}
