import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import type { IssueRow } from './issue-store.ts';
import { judgeDeliveries, type Result } from './judge-deliveries.ts';
import { forgetBounces, noteBounces } from './subscribers/subscriber-store.ts';
import type { DeliveryState } from './tables.ts';

/** How long a process leases e-mails, in milliseconds; sending all of them takes less. */
const leaseMs = 5 * 60_000;
const minuteMs = 60_000;
/** Longest pause before a newsletter tries an unavailable mail server again. */
const longestPauseMs = 60 * minuteMs;

/** An e-mail leased to a process. */
export interface Taken {
  readonly id: string;
  readonly email: string;
  readonly secret: string;
}

export interface Holder {
  readonly issueId: string;
  /** A random id of the process. */
  readonly name: string;
}

/** The oldest newsletter in state `sending` with an id after this one. */
export function findSending(
  db: Pick<Reader, 'selectFrom'>,
  after = '',
): Promise<IssueRow | undefined> {
  return db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('state', '=', 'sending')
    .where('id', '>', after)
    .orderBy('id')
    .executeTakeFirst();
}

/** Resumes newsletters whose pause has ended. Returns true where there is one to send. */
export async function wakeIssues(storage: Storage, now: number): Promise<boolean> {
  const due = await storage.writer
    .selectFrom('newsletter_issues')
    .select('id')
    .where('state', '=', 'paused')
    .where('again_at', '<=', now)
    .execute();
  if (due.length > 0) {
    await storage.write(
      ({ db }) =>
        db
          .updateTable('newsletter_issues')
          .set({ state: 'sending', reason: '', again_at: null })
          .where('state', '=', 'paused')
          .where('again_at', '<=', now)
          .execute(),
      { lockKeys: ['newsletter'] },
    );
  }
  return (await findSending(storage.writer)) !== undefined;
}

/** E-mails whose process died while sending them: they may have been sent, so they are never retried automatically. */
async function settleDoubtful({ db }: Write, issueId: string, now: number): Promise<void> {
  const rows = await db
    .updateTable('newsletter_deliveries')
    .set({ state: 'unknown', changed_at: now })
    .where('issue_id', '=', issueId)
    .where('state', '=', 'sending')
    .where('until', '<=', now)
    .returning('subscriber_id')
    .execute();
  if (rows.length === 0) return;
  await db
    .updateTable('newsletter_issues')
    .set((eb) => ({ unknown: eb('unknown', '+', rows.length) }))
    .where('id', '=', issueId)
    .execute();
}

/** E-mails to retry: their process died before sending them, or they were refused temporarily. */
function findWaiting({ db }: Write, issueId: string, now: number, most: number) {
  return db
    .selectFrom('newsletter_deliveries')
    .select('subscriber_id')
    .where('issue_id', '=', issueId)
    .where('state', '=', 'waiting')
    .where('until', '<=', now)
    .orderBy('until')
    .limit(most)
    .execute();
}

/** The next subscribers without a row. */
async function takeNext({ db }: Write, issue: IssueRow, holder: Holder, now: number, most: number) {
  const next = await db
    .selectFrom('subscribers')
    .select(['id', 'stopped_at'])
    .where('id', '>', issue.taken_up_to)
    .where('id', '<=', issue.last_subscriber)
    .orderBy('id')
    .limit(most)
    .execute();
  const last = next.at(-1);
  if (!last) return 0;
  const reached = next.filter(({ stopped_at }) => stopped_at === null);
  if (reached.length > 0) {
    await db
      .insertInto('newsletter_deliveries')
      .values(
        reached.map(({ id }) => ({
          issue_id: issue.id,
          subscriber_id: id,
          state: 'waiting' as const,
          holder: holder.name,
          until: now + leaseMs,
          tries: 0,
          changed_at: now,
        })),
      )
      .execute();
  }
  await db
    .updateTable('newsletter_issues')
    .set({ taken_up_to: last.id })
    .where('id', '=', issue.id)
    .execute();
  return next.length;
}

async function hasUnsent({ db }: Write, issueId: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_deliveries')
    .select('subscriber_id')
    .where('issue_id', '=', issueId)
    .where('state', 'in', ['waiting', 'sending'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Leases up to `most` e-mails to a process: no other process sends them until the lease expires. `most` also limits
 * those in memory. Returns false where there are none to send now. The write must hold the newsletter's lock.
 */
export async function takeOn(
  write: Write,
  holder: Holder,
  now: number,
  most: number,
): Promise<boolean> {
  const { db } = write;
  const { issueId } = holder;
  const issue = await db
    .selectFrom('newsletter_issues')
    .selectAll()
    .where('id', '=', issueId)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  if (!issue) return false;
  await settleDoubtful(write, issueId, now);
  const waiting = await findWaiting(write, issueId, now, most);
  if (waiting.length > 0) {
    await db
      .updateTable('newsletter_deliveries')
      .set({ holder: holder.name, until: now + leaseMs })
      .where('issue_id', '=', issueId)
      .where(
        'subscriber_id',
        'in',
        waiting.map((row) => row.subscriber_id),
      )
      .execute();
  }
  const room = most - waiting.length;
  const count = room > 0 ? await takeNext(write, issue, holder, now, room) : 0;
  if (waiting.length + count > 0) return true;
  if (await hasUnsent(write, issueId)) return false;
  await db
    .updateTable('newsletter_issues')
    .set({ state: 'done', ended_at: now })
    .where('id', '=', issueId)
    .execute();
  return false;
}

/**
 * Marks some leased e-mails as `sending`, immediately before they are sent: a marked e-mail is never started again.
 * Returns none where the newsletter was paused, or the lease has expired.
 */
export async function beginSome(
  { db }: Write,
  { issueId, name }: Holder,
  now: number,
  most: number,
): Promise<readonly Taken[]> {
  const rows = await db
    .selectFrom('newsletter_deliveries')
    .innerJoin('subscribers', 'subscribers.id', 'subscriber_id')
    .innerJoin('newsletter_issues', 'newsletter_issues.id', 'issue_id')
    .select(['subscribers.id', 'email', 'secret'])
    .where('issue_id', '=', issueId)
    .where('newsletter_issues.state', '=', 'sending')
    .where('newsletter_deliveries.state', '=', 'waiting')
    .where('holder', '=', name)
    .where('until', '>', now)
    // First attempts first: addresses that failed don't keep the others waiting.
    .orderBy('tries')
    .orderBy('subscriber_id')
    .limit(most)
    .execute();
  if (rows.length === 0) return [];
  await db
    .updateTable('newsletter_deliveries')
    .set({ state: 'sending', until: now + leaseMs, changed_at: now })
    .where('issue_id', '=', issueId)
    .where(
      'subscriber_id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows;
}

/** Releases the lease on e-mails that the process didn't start. */
export async function letGo({ db }: Write, { issueId, name }: Holder, now: number): Promise<void> {
  await db
    .updateTable('newsletter_deliveries')
    .set({ holder: '', until: now })
    .where('issue_id', '=', issueId)
    .where('state', '=', 'waiting')
    .where('holder', '=', name)
    .execute();
}

/** Stores the outcome of e-mails; those of deleted subscribers have no row any more. */
export async function noteResults(
  write: Write,
  holder: Holder,
  results: readonly Result[],
  now: number,
): Promise<void> {
  if (results.length === 0) return;
  const { db } = write;
  const { issueId } = holder;
  const ids = results.map(({ id }) => id);
  const rows = await db
    .selectFrom('newsletter_deliveries')
    .select(['subscriber_id', 'tries', 'state'])
    .where('issue_id', '=', issueId)
    .where('subscriber_id', 'in', ids)
    .execute();
  const triesOf = new Map(rows.map((row) => [row.subscriber_id, row.tries]));
  // The outcome from the sending process overrides `unknown`, which another process may have set; the count is
  // corrected.
  const doubted = rows.filter(({ state }) => state === 'unknown').length;
  const before = await db
    .selectFrom('newsletter_issues')
    .select(['sent', 'pauses'])
    .where('id', '=', issueId)
    .executeTakeFirst();
  const { verdicts, bounced, fault } = judgeDeliveries({
    results,
    triesOf,
    sent: before?.sent ?? 0,
  });
  const by = Map.groupBy(verdicts, ({ state }) => state);
  const idsOf = (state: DeliveryState) => by.get(state)?.map(({ id }) => id) ?? [];
  for (const state of ['sent', 'failed', 'unknown'] as const) {
    const settled = idsOf(state);
    if (settled.length === 0) continue;
    await db
      .updateTable('newsletter_deliveries')
      .set({ state, changed_at: now })
      .where('issue_id', '=', issueId)
      .where('subscriber_id', 'in', settled)
      .execute();
  }
  for (const { id, state, tries, waitMs } of by.get('waiting') ?? []) {
    await db
      .updateTable('newsletter_deliveries')
      .set({ state, holder: '', until: now + waitMs, tries, changed_at: now })
      .where('issue_id', '=', issueId)
      .where('subscriber_id', '=', id)
      .execute();
  }
  await noteBounces(write, bounced, now);
  await forgetBounces(write, idsOf('sent'));
  await db
    .updateTable('newsletter_issues')
    .set((eb) => ({
      sent: eb('sent', '+', idsOf('sent').length),
      failed: eb('failed', '+', idsOf('failed').length),
      unknown: eb('unknown', '+', idsOf('unknown').length - doubted),
      ...(idsOf('sent').length > 0 && { pauses: 0 }),
    }))
    .where('id', '=', issueId)
    .execute();
  if (!fault) return;
  const pauseMs = Math.min(minuteMs * 2 ** (before?.pauses ?? 0), longestPauseMs);
  // What is refused for good is refused again until the owner changes something.
  await pauseIssue(write, issueId, fault.reason, fault.isTemporary ? now + pauseMs : null);
}

/** Pauses a newsletter with a reason, until `againAt` or until the owner resumes it. */
export async function pauseIssue(
  { db }: Write,
  id: string,
  reason: string,
  againAt: number | null = null,
): Promise<void> {
  await db
    .updateTable('newsletter_issues')
    .set((eb) => ({ state: 'paused', reason, again_at: againAt, pauses: eb('pauses', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}
