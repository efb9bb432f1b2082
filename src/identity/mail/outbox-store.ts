import type { Delivery } from '../../platform/mail/post.ts';
import type { RetentionRule } from '../../storage/background/sweep.ts';
import { rowId } from '../../storage/row-id.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { findHold } from './mail-hold.ts';
import { hourMs, type MailFacts, type MailKind, type QueuedMail } from './mail-kind.ts';
import type { OutboxTable } from './tables.ts';

export type MailState = 'waiting' | 'sending' | 'failed' | 'unknown';

/** A commit that touches it has put something into the outbox. */
export const outboxTag = 'outbox';
/** E-mails that may wait: a flood while no server takes any fills no disk. */
export const waitingMax = 10_000;
/** How long a process has what it sends; longer than its sending takes. */
const leaseMs = 3 * 60_000;
const firstPauseMs = 30_000;
/** Tries are at least so many, whatever its use. */
const triesMin = 6;

export const outboxRetention: readonly RetentionRule[] = [
  // By its use, so that what waits on a site that sends no e-mail goes as well.
  { table: 'outbox', key: ['id'], column: 'ends_at', keptMs: 30 * 24 * hourMs },
];

export interface NewMail {
  readonly personId?: string;
  readonly address?: string;
  /** What it is written from; no secret. */
  readonly payload?: object;
}

/**
 * Puts an e-mail into the outbox, in the write that causes it: it is sent if, and only if, that is committed. False where
 * the outbox is full.
 */
export type QueueMail = (write: Write, kind: MailFacts, mail: NewMail) => Promise<boolean>;

export function createQueueMail(now: () => number): QueueMail {
  return async ({ db, touch }, { name, usefulMs }, { personId, address, payload = {} }) => {
    const last = await db
      .selectFrom('outbox')
      .select('id')
      .where('state', '=', 'waiting')
      .offset(waitingMax - 1)
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

/** Whether there is anything to do now. A cheap look: mostly there is not. */
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

/** What a process was sending when it died: it may have gone. */
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
 * Takes on what is due, the oldest first, for a process that is alone with the outbox: the mark stands before any of it
 * is sent. After a restore, what was caused before waits for an owner.
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
  /** Undefined where there was nothing to send any more. */
  readonly delivery: Delivery | undefined;
}

/** When it is tried again, each time after a longer pause; undefined where it would be of no use by then. */
export function nextTryAt(
  { tries, created_at, ends_at }: Pick<OutboxTable, 'tries' | 'created_at' | 'ends_at'>,
  now: number,
): number | undefined {
  const longestMs = Math.min(hourMs, (ends_at - created_at) / triesMin);
  const at = now + Math.min(firstPauseMs * 2 ** Math.max(0, tries - 1), longestMs);
  return at < ends_at ? Math.round(at) : undefined;
}

/** What is to become of it: `again` where it surely hasn't gone, or may go twice. */
function verdictOn(kind: MailKind | undefined, delivery: Delivery): 'again' | MailState {
  if (delivery.kind === 'unknown') return kind?.isRepeatable ? 'again' : 'unknown';
  if (delivery.kind === 'unreachable') return 'again';
  // Where it is the site that isn't let in, its operator is to mend that.
  const isFinal = delivery.kind === 'refused' && delivery.isForGood && delivery.what !== 'sender';
  return isFinal ? 'failed' : 'again';
}

/** Notes what became of an e-mail; one that was accepted is gone from here, and never sent again. */
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
  const wanted = verdictOn(kind, delivery);
  const again = wanted === 'again' ? nextTryAt(row, now) : undefined;
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
    // Another process that gave this one up for dead has the last word.
    .where('state', '=', 'sending')
    .where('holder', '=', row.holder)
    .executeTakeFirst();
  if (numUpdatedRows > 0n && again === undefined) await kind?.onEnd?.(write, mailOf(row), given);
}
