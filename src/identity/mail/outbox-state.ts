import { isId } from '../../platform/text/id.ts';
import type { Reader, Write } from '../../storage/storage.ts';
import { usualUsefulMs } from './mail-kind.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** What waits or has failed: how much, and the rows that ask for somebody's eyes first. */
export async function findOutbox(db: Db, most: number) {
  const rows = await db
    .selectFrom('outbox')
    .leftJoin('people', 'people.id', 'outbox.person_id')
    .select(['outbox.id', 'kind', 'address', 'email', 'state', 'tries', 'reason'])
    .select(['outbox.created_at', 'due_at'])
    // "failed" and "unknown" come before "waiting" by a column that only they have.
    .orderBy('ended_at', (order) => order.desc().nullsLast())
    .orderBy('outbox.id')
    .limit(most)
    .execute();
  return { rows, ...(await outboxFigures(db)) };
}

/** For whoever looks after the site: what waits, since when, and what has failed. */
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
    /** Milliseconds since 1970; undefined where nothing waits. */
    oldest: open.length > 0 ? Math.min(...open.map(({ oldest }) => Number(oldest))) : undefined,
  };
}

/** Has one tried at once, or all that wait or were given up, as if they were new; resolves to how many. */
export async function tryAgain({ db }: Write, id: string | null, now: number): Promise<number> {
  if (id !== null && !isId(id)) return 0;
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
  // Of what may have arrived each is a decision of its own.
  query = id === null ? query.where('state', '!=', 'unknown') : query.where('id', '=', id);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lets go what waited since a restore, as if it were new; false where nothing was held. */
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
    // Whoever asked for a link has asked again by now, or has no use for it: those end by themselves.
    .where((eb) => eb('ends_at', '-', eb.ref('created_at')), '>=', usualUsefulMs)
    .execute();
  return true;
}
