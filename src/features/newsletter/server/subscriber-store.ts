import { sql } from 'kysely';
import { createSecretToken, hashToken } from '../../../identity/session/secret-token.ts';
import type { RetentionRule } from '../../../storage/background/sweep.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import { bouncesMax, confirmHours } from '../contract/subscriptions.ts';

type Db = Pick<Reader, 'selectFrom'>;

const dayMs = 24 * 60 * 60_000;
const requestMs = confirmHours * 60 * 60_000;

/** Unconfirmed addresses, and the outcome of letters, are deleted after a time. */
export const newsletterRetention: readonly RetentionRule[] = [
  { table: 'subscription_requests', key: ['token_hash'], column: 'expires_at', keptMs: 0 },
  {
    table: 'newsletter_deliveries',
    key: ['issue_id', 'subscriber_id'],
    column: 'changed_at',
    keptMs: 30 * dayMs,
  },
];

/** Notes who asks for the newsletter; resolves to the token of the link that confirms it. */
export async function requestSubscription(
  { db }: Write,
  email: string,
  now: number,
): Promise<string> {
  const token = createSecretToken();
  await db
    .insertInto('subscription_requests')
    .values({ token_hash: hashToken(token), email, expires_at: now + requestMs })
    .execute();
  return token;
}

export function findSubscriberByEmail(db: Db, email: string) {
  return db
    .selectFrom('subscribers')
    .select(['id', 'secret', 'stopped_at'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Adds the subscriber of this token; false for one that is unknown, used or expired. */
export async function confirmSubscription(
  { db }: Write,
  token: string,
  now: number,
): Promise<boolean> {
  const request = await db
    .deleteFrom('subscription_requests')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('email')
    .executeTakeFirst();
  if (!request) return false;
  const { email } = request;
  await db.deleteFrom('subscription_requests').where('email', '=', email).execute();
  await db
    .insertInto('subscribers')
    .values({ id: rowId(), email, secret: createSecretToken(), created_at: now, bounces: 0 })
    // The address is read: what it refused before says nothing any more.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ bounces: 0, stopped_at: null }),
    )
    .execute();
  return true;
}

/** Whether this secret unsubscribes a subscriber. */
export async function isSubscriberSecret(db: Db, secret: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscribers')
    .select('id')
    .where('secret', '=', secret)
    .executeTakeFirst();
  return row !== undefined;
}

export async function endSubscription({ db }: Write, secret: string): Promise<void> {
  await db.deleteFrom('subscribers').where('secret', '=', secret).execute();
}

/** Takes an address off the list; false where it isn't there. */
export async function removeSubscriber({ db }: Write, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('subscribers')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export interface SubscribersRequest {
  /** A part of the address; empty for all. */
  readonly search: string;
  /** The last one of the page before; empty for the first page. */
  readonly before: string;
  readonly limit: number;
}

/** Subscribers, the latest first. */
export function findSubscribers(db: Db, { search, before, limit }: SubscribersRequest) {
  let query = db
    .selectFrom('subscribers')
    .select(['id', 'email', 'created_at', 'bounces', 'stopped_at'])
    .orderBy('id', 'desc')
    .limit(limit);
  if (before) query = query.where('id', '<', before);
  if (search) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`email like ${pattern} escape '\\'`);
  }
  return query.execute();
}

export async function countSubscribers(db: Db) {
  const row = await db
    .selectFrom('subscribers')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.count<number>('stopped_at').as('stopped'),
    ])
    .executeTakeFirstOrThrow();
  const stopped = Number(row.stopped);
  return { reached: Number(row.all) - stopped, stopped };
}

/** Counts one more letter that each of these addresses refused for good; those with too many get no more. */
export async function noteBounces({ db }: Write, ids: readonly string[], now: number) {
  if (ids.length === 0) return;
  await db
    .updateTable('subscribers')
    .set((eb) => ({
      bounces: eb('bounces', '+', 1),
      stopped_at: eb
        .case()
        .when('bounces', '>=', bouncesMax - 1)
        .then(now)
        .else(eb.ref('stopped_at'))
        .end(),
    }))
    .where('id', 'in', ids)
    .execute();
}

/** What reached an address makes up for what it refused. */
export async function forgetBounces({ db }: Write, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('subscribers')
    .set({ bounces: 0 })
    .where('id', 'in', ids)
    .where('bounces', '>', 0)
    .execute();
}
