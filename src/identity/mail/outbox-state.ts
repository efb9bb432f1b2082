import { isId } from '../../platform/text/id.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { findHold } from './mail-hold.ts';
import { usualUsefulMs } from './mail-kind.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** Counts of queued and failed e-mails, and the rows an operator should look at first. */
export async function findOutbox(db: Db, most: number) {
  const rows = await db
    .selectFrom('outbox')
    .leftJoin('people', 'people.id', 'outbox.person_id')
    .select(['outbox.id', 'kind', 'address', 'email', 'state', 'tries', 'reason'])
    .select(['outbox.created_at', 'due_at'])
    // "failed" and "unknown" come before "waiting": only they have `ended_at`.
    .orderBy('ended_at', (order) => order.desc().nullsLast())
    .orderBy('outbox.id')
    .limit(most)
    .execute();
  return { rows, ...(await outboxFigures(db)) };
}

/** Metrics for operators: the queue's length and age, and the failures. */
export async function outboxFigures(db: Db) {
  const rows = await db
    .selectFrom('outbox')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('created_at').as('oldest'),
    ])
    .groupBy('state')
    .execute();
  const isOpen = ({ state }: { state: string }) => state === 'waiting' || state === 'sending';
  const countOf = (some: typeof rows) => some.reduce((sum, { count }) => sum + Number(count), 0);
  const open = rows.filter(isOpen);
  return {
    waiting: countOf(open),
    failed: countOf(rows.filter((row) => !isOpen(row))),
    /** Milliseconds since 1970; undefined for an empty queue. */
    oldest: open.length > 0 ? Math.min(...open.map(({ oldest }) => Number(oldest))) : undefined,
  };
}

/** Requeues one e-mail, or all that wait or failed, but none that a restore holds; resolves to their number. */
export async function tryAgain({ db }: Write, id: string | null, now: number): Promise<number> {
  if (id !== null && !isId(id)) return 0;
  const hold = await findHold(db);
  let query = db
    .updateTable('outbox')
    .set((eb) => ({
      state: 'waiting',
      holder: '',
      due_at: now,
      tries: 0,
      ended_at: null,
      created_at: now,
      ends_at: eb(eb.val(now), '+', eb('ends_at', '-', eb.ref('created_at'))),
    }))
    .where('state', '!=', 'sending');
  if (hold !== undefined) query = query.where('created_at', '>', hold);
  // E-mails with an uncertain delivery are requeued one by one only.
  query = id === null ? query.where('state', '!=', 'unknown') : query.where('id', '=', id);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends the hold since a restore and requeues what it delayed; false where nothing was held. */
export async function releaseHeld({ db }: Write, now: number): Promise<boolean> {
  const hold = await db.deleteFrom('mail_hold').returning('since').executeTakeFirst();
  if (!hold) return false;
  await db
    .updateTable('outbox')
    .set((eb) => ({
      created_at: now,
      ends_at: eb(eb.val(now), '+', eb('ends_at', '-', eb.ref('created_at'))),
    }))
    .where('state', '=', 'waiting')
    .where('created_at', '<=', hold.since)
    // Short-lived e-mails, such as sign-in links, expire: their recipients have requested new ones by now.
    .where((eb) => eb('ends_at', '-', eb.ref('created_at')), '>=', usualUsefulMs)
    .execute();
  return true;
}
