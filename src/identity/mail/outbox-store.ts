import type { Delivery } from '../../platform/mail/post.ts';
import type { RetentionRule } from '../../storage/background/sweep.ts';
import { rowId } from '../../storage/row-id.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { findHold } from './mail-hold.ts';
import { hourMs, type MailFacts, type MailKind, type QueuedMail } from './mail-kind.ts';
import type { OutboxTable } from './tables.ts';

export type MailState = 'waiting' | 'sending' | 'failed' | 'unknown';

/** Change tag of the outbox: a commit with it has queued an e-mail. */
export const outboxTag = 'outbox';
/** Most queued e-mails: a flood doesn't fill the disk while the mail server is down. */
export const waitingMax = 10_000;
/** Room in the queue for links that expire within an hour: other e-mails can't keep people out of their accounts. */
const roomForLinks = 1_000;
/** Lease of a process on the e-mails that it sends; longer than sending takes. */
const leaseMs = 3 * 60_000;
const firstPauseMs = 30_000;
/** Minimum number of attempts, whatever the time to live. */
const triesMin = 6;

export const outboxRetention: readonly RetentionRule[] = [
  // By the end of the time to live, which also covers a site that sends no e-mail.
  { table: 'outbox', key: ['id'], column: 'ends_at', keptMs: 30 * 24 * hourMs },
];

export interface NewMail {
  readonly personId?: string;
  readonly address?: string;
  /** Parameters for composing; never secrets. */
  readonly payload?: object;
}

/**
 * Queues an e-mail in the transaction that causes it: it is sent only if that commits. False where the outbox is full.
 */
export type QueueMail = (write: Write, kind: MailFacts, mail: NewMail) => Promise<boolean>;

export function createQueueMail(now: () => number): QueueMail {
  return async ({ db, touch }, { name, usefulMs }, { personId, address, payload = {} }) => {
    const most = usefulMs <= hourMs ? waitingMax : waitingMax - roomForLinks;
    const last = await db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst();
    if (last) return false;
    const time = now();
    await db
      .insertInto('outbox')
      .values({
        id: rowId(),
        kind: name,
        person_id: personId ?? null,
        address: address ?? null,
        payload: JSON.stringify(payload),
        state: 'waiting',
        holder: '',
        due_at: time,
        ends_at: time + usefulMs,
        tries: 0,
        reason: '',
        created_at: time,
        ended_at: null,
      })
      .execute();
    touch(outboxTag);
    return true;
  };
}

export function mailOf(row: OutboxTable): QueuedMail {
  const { id, person_id, address, payload } = row;
  return { id, personId: person_id, address, payload: JSON.parse(payload) };
}

/** Whether any e-mail is due. A cheap query: usually none is. */
export async function hasDue(db: Pick<Reader, 'selectFrom'>, now: number): Promise<boolean> {
  const hold = await findHold(db);
  let query = db
    .selectFrom('outbox')
    .select('id')
    .where('state', 'in', ['waiting', 'sending'])
    .where('due_at', '<=', now);
  if (hold !== undefined) query = query.where('created_at', '>', hold);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** E-mails that a dead process was sending: their delivery is uncertain. */
async function settleDoubtful(write: Write, kinds: ReadonlyMap<string, MailKind>, now: number) {
  const rows = await write.db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'sending')
    .where('due_at', '<=', now)
    .execute();
  const reason = 'The site was stopped while it was sent.';
  const delivery: Delivery = { kind: 'unknown', reply: reason };
  for (const row of rows) await noteResult(write, kinds.get(row.kind), { row, delivery }, now);
}

/**
 * Takes the due e-mails, oldest first; the caller holds the outbox lock. They are marked as sending before any is sent.
 * After a restore, e-mails queued before it wait for an owner.
 */
export async function takeDue(
  write: Write,
  kinds: ReadonlyMap<string, MailKind>,
  { holder, now, most }: { readonly holder: string; readonly now: number; readonly most: number },
): Promise<readonly OutboxTable[]> {
  const { db } = write;
  await settleDoubtful(write, kinds, now);
  const hold = await findHold(db);
  let query = db
    .selectFrom('outbox')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('due_at', '<=', now);
  if (hold !== undefined) query = query.where('created_at', '>', hold);
  const rows = await query.orderBy('due_at').limit(most).execute();
  if (rows.length === 0) return [];
  await db
    .updateTable('outbox')
    .set((eb) => ({
      state: 'sending',
      holder,
      due_at: now + leaseMs,
      tries: eb('tries', '+', 1),
    }))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.map((row) => ({ ...row, holder, tries: row.tries + 1 }));
}

export interface Result {
  readonly row: OutboxTable;
  /** Undefined where the e-mail is obsolete. */
  readonly delivery: Delivery | undefined;
}

/**
 * Time of the next attempt, with exponential backoff, which grows faster after a permanent refusal; undefined where the
 * e-mail would have expired.
 */
export function nextTryAt(
  { tries, created_at, ends_at }: Pick<OutboxTable, 'tries' | 'created_at' | 'ends_at'>,
  now: number,
  isForGood = false,
): number | undefined {
  const shareMs = (ends_at - created_at) / triesMin;
  const longestMs = isForGood ? shareMs : Math.min(hourMs, shareMs);
  const pauseMs = firstPauseMs * (isForGood ? 4 : 2) ** Math.max(0, tries - 1);
  const at = now + Math.min(pauseMs, longestMs);
  return at < ends_at ? Math.round(at) : undefined;
}

/** The next state of an e-mail: `again` where it was surely not delivered, or may be sent twice. */
function stateAfter(kind: MailKind | undefined, delivery: Delivery): 'again' | MailState {
  if (delivery.kind === 'unknown') return kind?.isRepeatable ? 'again' : 'unknown';
  if (delivery.kind === 'unreachable') return 'again';
  // Any other refusal may be of the site, which its operator can fix: servers seldom say so.
  const isFinal = delivery.kind === 'refused' && delivery.isForGood && delivery.what === 'address';
  return isFinal ? 'failed' : 'again';
}

/** Stores the outcome of an e-mail; the row of an accepted one is deleted, so that it is never sent again. */
export async function noteResult(
  write: Write,
  kind: MailKind | undefined,
  { row, delivery }: Result,
  now: number,
): Promise<void> {
  const { db } = write;
  if (!delivery || delivery.kind === 'sent') {
    await db.deleteFrom('outbox').where('id', '=', row.id).execute();
    if (delivery) await kind?.onEnd?.(write, mailOf(row), 'sent');
    return;
  }
  const wanted = stateAfter(kind, delivery);
  const isForGood = delivery.kind === 'refused' && delivery.isForGood;
  const again = wanted === 'again' ? nextTryAt(row, now, isForGood) : undefined;
  const given = wanted === 'unknown' || delivery.kind === 'unknown' ? 'unknown' : 'failed';
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({
      holder: '',
      reason: delivery.reply,
      ...(again === undefined
        ? { state: given, ended_at: now }
        : { state: 'waiting', due_at: again }),
    })
    .where('id', '=', row.id)
    // Another process that took over after the lease expired has precedence.
    .where('state', '=', 'sending')
    .where('holder', '=', row.holder)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && again === undefined) await kind?.onEnd?.(write, mailOf(row), given);
}
