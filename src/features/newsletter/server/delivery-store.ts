import type { Delivery } from '../../../platform/mail/post.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import type { IssueRow } from './issue-store.ts';
import { forgetBounces, noteBounces } from './subscribers/subscriber-store.ts';
import type { DeliveryState } from './tables.ts';

/** How long a process leases e-mails, in milliseconds; sending all of them takes less. */
const leaseMs = 5 * 60_000;
const minuteMs = 60_000;
/** Retry delays after temporary refusals, almost two days in total. */
const againMs = [1, 5, 30, 120, 6 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * minuteMs);
/** Longest pause before a newsletter tries an unavailable mail server again. */
const longestPauseMs = 60 * minuteMs;
/** After this many refused e-mails without an accepted one, the addresses aren't the cause. */
const hopelessAfter = 50;

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

export interface Result {
  readonly id: string;
  readonly delivery: Delivery;
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

interface Verdict {
  readonly state: DeliveryState;
  readonly isBounce?: true;
}

/** The state after a delivery; `waiting` where the e-mail was certainly not sent and can be retried. */
function verdictOn({ delivery }: Result, tries: number): Verdict {
  if (delivery.kind === 'sent' || delivery.kind === 'unknown') return { state: delivery.kind };
  if (delivery.kind === 'unreachable' || delivery.what === 'sender') return { state: 'waiting' };
  if (!delivery.isForGood) return { state: tries < againMs.length ? 'waiting' : 'failed' };
  return { state: 'failed', ...(delivery.what === 'recipient' && { isBounce: true }) };
}

function waitAfter({ delivery }: Result, tries: number): number {
  const isTheirs = delivery.kind === 'refused' && delivery.what !== 'sender';
  return isTheirs ? (againMs[tries] ?? minuteMs) : minuteMs;
}

async function noteWaiting(
  { db }: Write,
  holder: Holder,
  results: readonly Result[],
  now: number,
  triesOf: ReadonlyMap<string, number>,
) {
  for (const result of results) {
    const tries = triesOf.get(result.id) ?? 0;
    const isTheirs = result.delivery.kind === 'refused' && result.delivery.what !== 'sender';
    await db
      .updateTable('newsletter_deliveries')
      .set({
        state: 'waiting',
        holder: '',
        until: now + waitAfter(result, tries),
        tries: isTheirs ? tries + 1 : tries,
        changed_at: now,
      })
      .where('issue_id', '=', holder.issueId)
      .where('subscriber_id', '=', result.id)
      .execute();
  }
}

/** Why sending can't continue, as a message for the owner; undefined where it can. */
function troubleIn(results: readonly Result[]): string | undefined {
  for (const { delivery } of results) {
    if (delivery.kind === 'unreachable') {
      return `The mail server can’t be reached, or doesn’t answer: ${delivery.reply}`;
    }
    if (delivery.kind === 'refused' && delivery.what === 'sender') {
      return `The mail server refuses this site: ${delivery.reply}`;
    }
  }
  return undefined;
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
  const by = Map.groupBy(results, (result) => verdictOn(result, triesOf.get(result.id) ?? 0).state);
  for (const state of ['sent', 'failed', 'unknown'] as const) {
    const settled = by.get(state)?.map(({ id }) => id) ?? [];
    if (settled.length === 0) continue;
    await db
      .updateTable('newsletter_deliveries')
      .set({ state, changed_at: now })
      .where('issue_id', '=', issueId)
      .where('subscriber_id', 'in', settled)
      .execute();
  }
  await noteWaiting(write, holder, by.get('waiting') ?? [], now, triesOf);
  const bounced = results.filter((result) => verdictOn(result, 0).isBounce).map(({ id }) => id);
  await noteBounces(write, bounced, now);
  await forgetBounces(write, by.get('sent')?.map(({ id }) => id) ?? []);
  const countOf = (state: DeliveryState) => by.get(state)?.length ?? 0;
  const issue = await db
    .updateTable('newsletter_issues')
    .set((eb) => ({
      sent: eb('sent', '+', countOf('sent')),
      failed: eb('failed', '+', countOf('failed')),
      unknown: eb('unknown', '+', countOf('unknown') - doubted),
      ...(countOf('sent') > 0 && { pauses: 0 }),
    }))
    .where('id', '=', issueId)
    .returning(['sent', 'failed', 'pauses'])
    .executeTakeFirst();
  const isHopeless = issue && issue.sent === 0 && issue.failed >= hopelessAfter;
  const trouble = troubleIn(results);
  if (trouble !== undefined) {
    const pauseMs = Math.min(minuteMs * 2 ** (issue?.pauses ?? 0), longestPauseMs);
    await pauseIssue(write, issueId, trouble, now + pauseMs);
  } else if (isHopeless) {
    // Further attempts would count as bounces of the addresses.
    await pauseIssue(write, issueId, 'No e-mail was accepted so far.');
  }
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
