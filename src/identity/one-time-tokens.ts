import type { Write } from '../storage/storage.ts';
import { createSecretToken, hashToken } from './secret-token.ts';

export type Purpose =
  | 'reset-by-mail'
  | 'reset-by-operator'
  | 'verify-email'
  | 'google-flow'
  | 'google-handoff'
  | 'google-link';

export interface NewOneTimeToken {
  readonly purpose: Purpose;
  readonly personId?: string;
  readonly payload?: object;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface OneTimeToken {
  readonly purpose: string;
  readonly personId: string | null;
  readonly payload: unknown;
}

type Db = Write['db'];

/** Stores the hash of a new token and returns the token, which is shown once. */
export async function issueToken(db: Db, token: NewOneTimeToken): Promise<string> {
  const secret = createSecretToken();
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: hashToken(secret),
      purpose: token.purpose,
      person_id: token.personId ?? null,
      payload: JSON.stringify(token.payload ?? {}),
      expires_at: token.expiresAt,
    })
    .execute();
  return secret;
}

function fromRow(row: {
  purpose: string;
  person_id: string | null;
  payload: string;
}): OneTimeToken {
  return { purpose: row.purpose, personId: row.person_id, payload: JSON.parse(row.payload) };
}

/** What a token stands for, leaving it usable; undefined for one that is unknown, used or out of date. */
export async function peekToken(
  db: Pick<Db, 'selectFrom'>,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<OneTimeToken | undefined> {
  const row = await db
    .selectFrom('one_time_tokens')
    .select(['purpose', 'person_id', 'payload'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row && fromRow(row);
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
  return row && fromRow(row);
}

/** Ends every token of a person, whatever it was for. */
export async function endTokensOf(db: Db, personId: string): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('person_id', '=', personId).execute();
}

export async function dropExpiredTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
}
