import { z } from 'zod';
import {
  createSecretToken,
  hashToken,
  isSecretToken,
} from '../../../../identity/session/secret-token.ts';
import { isSuspended } from '../../../../identity/suspension.ts';
import type { Reader, Storage, Write } from '../../../../storage/storage.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Creates a new token for the feed of a person's wishlist and returns it; the previous one becomes invalid. */
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

/** When the person's token was created; undefined without one. */
export async function findMadeAt(db: Db, personId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('feed_tokens')
    .select('created_at')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.created_at;
}

/**
 * The owner of a token; undefined for an invalid one, and while the account is suspended or ending. Looked up by hash,
 * so that the query's time reveals nothing about the token.
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

/** Personal data of this feature: when the wishlist's feed was created. Deleted with the account. */
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
