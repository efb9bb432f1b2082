import type { TextEvent } from '../../../blog/events.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../../../blog/server/events/tables.ts';
import { findHold } from '../../../identity/mail/mail-hold.ts';
import type { RetentionRule } from '../../../storage/background/sweep.ts';
import type { Reader, Write } from '../../../storage/storage.ts';

type Db = Pick<Reader, 'selectFrom'>;
export type DeliveryRow = WebhookDeliveriesTable;
/** A delivery, with the receiver's URL and secret. */
export type TakenDelivery = DeliveryRow & Pick<WebhooksTable, 'url' | 'secret'>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Lease of a process on a delivery; much longer than the receiver's timeout. */
const leaseMs = minuteMs;
const firstPauseMs = 30_000;
const longestPauseMs = 6 * hourMs;
/** A webhook without a successful delivery for so long is paused. */
const failingMaxMs = 3 * dayMs;
/** Finished deliveries of a webhook that are kept and shown. */
const loggedMax = 50;

export const webhookRetention: readonly RetentionRule[] = [
  { table: 'webhook_deliveries', key: ['id'], column: 'created_at', keptMs: 30 * dayMs },
];

export function listWebhooks(db: Db) {
  return db.selectFrom('webhooks').selectAll().orderBy('id').execute();
}

export interface WebhookChange {
  readonly url: string;
  readonly events: readonly TextEvent[];
  readonly state: WebhooksTable['state'];
}

/** False if there is no such webhook. Resets its failures. */
export async function updateWebhook(
  { db }: Write,
  id: string,
  { url, events, state }: WebhookChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ url, events: JSON.stringify(events), state, failing_since: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The latest deliveries of a webhook, queued ones included. */
export function findDeliveries(db: Db, webhookId: string) {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(loggedMax)
    .execute();
}

/** Whether a delivery is due: a cheap query, as usually none is. A restored site on hold has none. */
export async function hasDue(db: Db, now: number): Promise<boolean> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('state', 'in', ['waiting', 'sending'])
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return due !== undefined && (await findHold(db)) === undefined;
}

/**
 * Takes the next due delivery, within a write that holds the queue's lock: it is marked before it is sent. At most one
 * per webhook at a time, so that a slow receiver delays no other.
 */
export async function takeNext(
  { db }: Write,
  holder: string,
  now: number,
): Promise<TakenDelivery | undefined> {
  if ((await findHold(db)) !== undefined) return undefined;
  // A delivery of a process that died may have arrived: the receiver can recognize the duplicate by its id.
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', holder: '' })
    .where('state', '=', 'sending')
    .where('due_at', '<=', now)
    .execute();
  const row = await db
    .selectFrom('webhook_deliveries as next')
    .innerJoin('webhooks', 'webhooks.id', 'next.webhook_id')
    .selectAll('next')
    .select(['webhooks.url', 'webhooks.secret'])
    .where('next.state', '=', 'waiting')
    .where('next.due_at', '<=', now)
    .where((eb) => eb.or([eb('webhooks.state', '=', 'on'), eb('next.event', '=', 'ping')]))
    .where('next.webhook_id', 'not in', (eb) =>
      eb.selectFrom('webhook_deliveries').select('webhook_id').where('state', '=', 'sending'),
    )
    .orderBy('next.due_at')
    .orderBy('next.id')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'sending', holder, due_at: now + leaseMs, tries: row.tries + 1 })
    .where('id', '=', row.id)
    .execute();
  return { ...row, holder, tries: row.tries + 1 };
}

/** The result of an attempt. */
export interface DeliveryResult {
  readonly kind: 'sent' | 'failed' | 'dropped';
  readonly status: number | null;
  readonly reply: string;
}

/** Time of the next attempt, with an exponential backoff; undefined if the delivery is given up. */
function nextTryAt(
  { tries, ends_at }: Pick<DeliveryRow, 'tries' | 'ends_at'>,
  now: number,
): number | undefined {
  const at = now + Math.min(firstPauseMs * 2 ** Math.max(0, tries - 1), longestPauseMs);
  return at < ends_at ? at : undefined;
}

async function trimLog({ db }: Write, webhookId: string): Promise<void> {
  const tooMany = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', 'in', ['sent', 'failed', 'dropped'])
    .orderBy('id', 'desc')
    .offset(loggedMax)
    // SQLite requires a limit with an offset; this many may be given up at once.
    .limit(1_000);
  await db.deleteFrom('webhook_deliveries').where('id', 'in', tooMany).execute();
}

/** Fails the queued deliveries of a webhook that is off; they stay in the log and can be resent by hand. */
export async function giveUpWaiting(write: Write, webhookId: string): Promise<void> {
  await write.db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
  await trimLog(write, webhookId);
}

/** Whether the receiver has taken a delivery, by the status of its reply. */
export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Records the result of an attempt; pauses a webhook after days without a successful delivery. */
export async function noteResult(
  write: Write,
  row: DeliveryRow,
  { kind, status, reply }: DeliveryResult,
  now: number,
): Promise<void> {
  const { db } = write;
  const again = kind === 'failed' ? nextTryAt(row, now) : undefined;
  // What was taken once, and can't be repeated, stays so.
  const state = kind === 'dropped' && isTaken(status) ? 'sent' : kind;
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set({
      holder: '',
      status,
      reply,
      ...(again === undefined ? { state } : { state: 'waiting', due_at: again }),
    })
    .where('id', '=', row.id)
    // Unless the lease expired and another process took the delivery over.
    .where('state', '=', 'sending')
    .where('holder', '=', row.holder)
    .executeTakeFirst();
  if (numUpdatedRows === 0n || kind === 'dropped') return;
  if (again === undefined) await trimLog(write, row.webhook_id);
  const webhook = db.updateTable('webhooks').where('id', '=', row.webhook_id);
  if (kind === 'sent') {
    await webhook.set({ failing_since: null }).where('failing_since', 'is not', null).execute();
    return;
  }
  await webhook.set({ failing_since: now }).where('failing_since', 'is', null).execute();
  const paused = await webhook
    .set({ state: 'paused' })
    .where('state', '=', 'on')
    .where('failing_since', '<=', now - failingMaxMs)
    .executeTakeFirst();
  if (paused.numUpdatedRows > 0n) await giveUpWaiting(write, row.webhook_id);
}

export async function isInLog(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Queues a delivery again as new; undefined if it isn't in the log or is being sent. */
export async function resend({ db }: Write, id: string, now: number) {
  return db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', due_at: now, ends_at: now + 2 * dayMs, tries: 0 })
    .where('id', '=', id)
    .where('state', '<>', 'sending')
    .returning(['webhook_id', 'event'])
    .executeTakeFirst();
}
