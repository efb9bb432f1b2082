import { type RawBuilder, sql } from 'kysely';
import { createSecretToken, hashToken } from '../../../../identity/session/secret-token.ts';
import type { Swept } from '../../../../storage/background/sweep.ts';
import { rowId } from '../../../../storage/row-id.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { bouncesMax, confirmHours } from '../../contract/subscriptions.ts';
import { consentRetention, noteConfirmed, noteEnded } from './consent-store.ts';

type Db = Pick<Reader, 'selectFrom'>;

const dayMs = 24 * 60 * 60_000;
const requestMs = confirmHours * 60 * 60_000;

/** Retention of confirmation links, outcomes of e-mails, and ended consents. */
export const newsletterRetention: readonly Swept[] = [
  ...consentRetention,
  { table: 'subscription_requests', key: ['token_hash'], column: 'expires_at', keptMs: 0 },
  {
    table: 'newsletter_deliveries',
    key: ['issue_id', 'subscriber_id'],
    // Those that a paused issue still has to send stay.
    due: (now) => sql`changed_at <= ${now - 30 * dayMs} and (
      state not in ('waiting', 'sending')
      or issue_id not in (select id from newsletter_issues where state in ('sending', 'paused')))`,
  },
];

/** Creates the confirmation link for an e-mail with this text; resolves to its token. */
export async function requestSubscription(
  { db }: Write,
  email: string,
  words: string,
  now: number,
): Promise<string> {
  const token = createSecretToken();
  await db
    .insertInto('subscription_requests')
    .values({ token_hash: hashToken(token), email, words, expires_at: now + requestMs })
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

/** Adds the subscriber of this token; returns false for an unknown, used or expired one. */
export async function confirmSubscription(
  write: Write,
  token: string,
  now: number,
): Promise<boolean> {
  const { db } = write;
  const request = await db
    .deleteFrom('subscription_requests')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning(['email', 'words'])
    .executeTakeFirst();
  if (!request) return false;
  const { email } = request;
  await noteConfirmed(write, request, now);
  await db.deleteFrom('subscription_requests').where('email', '=', email).execute();
  await db
    .insertInto('subscribers')
    .values({ id: rowId(), email, secret: createSecretToken(), created_at: now, bounces: 0 })
    // The address works: earlier bounces are reset, and a stopped subscription begins anew.
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        bounces: 0,
        stopped_at: null,
        created_at: sql<number>`case when subscribers.stopped_at is null
          then subscribers.created_at else excluded.created_at end`,
      }),
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

/** Unsubscribes an address and records by whom; returns false where there is no such subscriber. */
export async function endSubscription(
  write: Write,
  who: { readonly id: string } | { readonly email: string } | { readonly secret: string },
  by: 'reader' | 'owner' | 'account',
  now: number,
): Promise<boolean> {
  const rows = await write.db
    .deleteFrom('subscribers')
    .where((eb) => eb.and(who))
    .returning(['email', 'created_at'])
    .execute();
  for (const row of rows) await noteEnded(write, row, by, now);
  return rows.length > 0;
}

export interface SubscribersRequest {
  /** A part of the address; empty for all. */
  readonly search: string;
  /** The id of the last subscriber on the previous page; empty for the first page. */
  readonly before: string;
  readonly limit: number;
}

function fits(column: RawBuilder<string>, search: string) {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${column} like ${pattern} escape '\\'`;
}

/** Subscribers with their consents, the latest first; null columns where an older version recorded no consent. */
export function findSubscribers(db: Db, { search, before, limit }: SubscribersRequest) {
  let query = db
    .selectFrom('subscribers as s')
    .leftJoin('newsletter_consents as c', (join) =>
      join
        .onRef('c.email', '=', 's.email')
        .on('c.ended_at', 'is', null)
        .on('c.confirmed_at', 'is not', null),
    )
    .select(['s.id', 's.email', 's.created_at', 's.bounces', 's.stopped_at'])
    .select(['c.form', 'c.words', 'c.asked_at'])
    .orderBy('s.id', 'desc')
    .limit(limit);
  if (before) query = query.where('s.id', '<', before);
  if (search) query = query.where(fits(sql.ref('s.email'), search));
  return query.execute();
}

/** Unconfirmed or ended consents, the latest first. */
export function findOthers(
  db: Db,
  list: 'unconfirmed' | 'ended',
  { search, before, limit }: SubscribersRequest,
) {
  let query = db.selectFrom('newsletter_consents').selectAll().orderBy('id', 'desc').limit(limit);
  query =
    list === 'ended'
      ? query.where('ended_at', 'is not', null)
      : query.where('confirmed_at', 'is', null).where('ended_at', 'is', null);
  if (before) query = query.where('id', '<', before);
  if (search) query = query.where(fits(sql.ref('email'), search));
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

/** Counts a permanent refusal for each of these addresses; stops those that reach `bouncesMax`. */
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

/** A delivered e-mail resets the count of bounces. */
export async function forgetBounces({ db }: Write, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('subscribers')
    .set({ bounces: 0 })
    .where('id', 'in', ids)
    .where('bounces', '>', 0)
    .execute();
}
