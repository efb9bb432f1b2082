import { z } from 'zod';
import {
  createSecretToken,
  hashToken,
  isSecretToken,
} from '../../../../identity/session/secret-token.ts';
import { isSuspended } from '../../../../identity/suspension.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Gives a person's wishlist a new address, and resolves to its token; the one before leads nowhere. */
export async function renewToken(
  { db }: Write,
  { personId, now }: { readonly personId: string; readonly now: number },
): Promise<string> {
  const token = createSecretToken();
  const values = { token_hash: hashToken(token), created_at: now };
  await db
    .insertInto('feed_tokens')
    .values({ person_id: personId, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute();
  return token;
}

export async function dropToken({ db }: Write, personId: string): Promise<void> {
  await db.deleteFrom('feed_tokens').where('person_id', '=', personId).execute();
}

/** When the person's address was made; undefined where there is none. */
export async function findMadeAt(db: Db, personId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('feed_tokens')
    .select('created_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.created_at;
}

/**
 * Whose wishlist a token stands for; undefined for no token, and while the account is suspended or about to end. By its hash,
 * so that the time of the look-up says nothing of the token.
 */
export async function findOwner(db: Db, token: string, now: number): Promise<string | undefined> {
  if (!isSecretToken(token)) return undefined;
  const row = await db
    .selectFrom('feed_tokens')
    .innerJoin('people', 'people.id', 'feed_tokens.person_id')
    .select(['people.id', 'people.suspended_until'])
    .where('feed_tokens.token_hash', '=', hashToken(token))
    .where('people.ends_at', 'is', null)
    .executeTakeFirst();
  return row && !isSuspended(row, now) ? row.id : undefined;
}

/** What is kept of a person: that their wishlist has a feed. It goes with the account. */
export function personalFeedToken(storage: Storage) {
  return {
    name: 'wishlist-feed',
    row: z.object({ created_at: z.number() }),
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      yield* await storage.reader
        .selectFrom('feed_tokens')
        .select('created_at')
        .where('person_id', '=', personId)
        .execute();
    },
  };
}
