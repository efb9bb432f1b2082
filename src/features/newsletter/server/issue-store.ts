import type { Selectable } from 'kysely';
import { isId } from '../../../platform/text/id.ts';
import { rowId } from '../../../storage/row-id.ts';
import type { Reader, Write } from '../../../storage/storage.ts';
import {
  blogsGone,
  issueElsewhere,
  issueNotFound,
  nobodyToSendAgain,
  nobodyToSendTo,
} from '../contract/manage.ts';
import type { IssueBlog, IssueText } from './newsletter-emails.ts';
import type { IssueState, NewsletterIssuesTable } from './tables.ts';

type Db = Pick<Reader, 'selectFrom'>;
export type IssueRow = Selectable<NewsletterIssuesTable>;

/** Allowed state transitions. */
const waysOn: Readonly<Record<IssueState, readonly IssueState[]>> = {
  draft: ['sending'],
  sending: ['paused', 'stopped'],
  paused: ['sending', 'stopped'],
  stopped: [],
  done: [],
};

/** Issues that are kept: the oldest is deleted with the outcome of its e-mails. */
const issuesKept = 200;

/** The issue without blogs that aren't visible any more: an e-mail must not announce them. */
export async function visibleText(db: Db, { subject, note, blogs }: IssueRow): Promise<IssueText> {
  const listed = JSON.parse(blogs) as IssueBlog[];
  const ids = listed.map(({ id }) => id);
  const rows = await db
    .selectFrom('published_blogs as blogs')
    .select('id')
    .where('id', 'in', ids)
    .execute();
  const visible = new Set(rows.map(({ id }) => id));
  return { subject, note, blogs: listed.filter(({ id }) => visible.has(id)) };
}

export async function insertIssue(
  { db }: Write,
  { subject, note, blogs }: IssueText,
  now: number,
): Promise<IssueRow> {
  const kept = await db
    .selectFrom('newsletter_issues')
    .select('id')
    .orderBy('id', 'desc')
    .offset(issuesKept - 1)
    .limit(1)
    .executeTakeFirst();
  if (kept) {
    await db
      .deleteFrom('newsletter_issues')
      .where('id', '<=', kept.id)
      .where('state', 'in', ['draft', 'stopped', 'done'])
      .execute();
  }
  return db
    .insertInto('newsletter_issues')
    .values({
      id: rowId(),
      subject,
      note,
      blogs: JSON.stringify(blogs),
      state: 'draft',
      reason: '',
      taken_up_to: '',
      last_subscriber: '',
      total: 0,
      sent: 0,
      failed: 0,
      unknown: 0,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function findIssues(db: Db, limit: number) {
  return db
    .selectFrom('newsletter_issues')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Throws `issue-not-found`. */
export async function findIssue(db: Db, id: string): Promise<IssueRow> {
  const row = isId(id)
    ? await db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw issueNotFound();
  return row;
}

/** The recipients of an issue that starts now. */
async function audienceOf({ db }: Write) {
  const row = await db
    .selectFrom('subscribers')
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.max('id').as('last')])
    .where('stopped_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), last_subscriber: row.last ?? '' };
}

/**
 * Starts, pauses, resumes or stops a newsletter, under the lock `newsletter`. Throws `issue-not-found`,
 * `issue-elsewhere` where its state doesn't allow that, `nobody-to-send-to`, and `blogs-gone` where none of its blogs
 * is visible.
 */
export async function steer(
  write: Write,
  id: string,
  to: 'sending' | 'paused' | 'stopped',
  now: number,
): Promise<IssueRow> {
  const issue = await findIssue(write.db, id);
  if (!waysOn[issue.state].includes(to)) throw issueElsewhere();
  if (to === 'sending' && (await visibleText(write.db, issue)).blogs.length === 0)
    throw blogsGone();
  const audience = issue.state === 'draft' ? await audienceOf(write) : {};
  if ('total' in audience && audience.total === 0) throw nobodyToSendTo();
  return write.db
    .updateTable('newsletter_issues')
    .set({
      state: to,
      reason: '',
      again_at: null,
      pauses: 0,
      ...audience,
      ...(to === 'stopped' && { ended_at: now }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Sends a finished or stopped newsletter again to the recipients whose outcome is unknown, and to nobody else. Throws
 * `issue-not-found`, `issue-elsewhere` where it is neither, `nobody-to-send-again` and `blogs-gone`.
 */
export async function sendUnknownAgain(write: Write, id: string, now: number): Promise<IssueRow> {
  const { db } = write;
  const issue = await findIssue(db, id);
  if (issue.state !== 'done' && issue.state !== 'stopped') throw issueElsewhere();
  if ((await visibleText(db, issue)).blogs.length === 0) throw blogsGone();
  // What a stopped newsletter hadn't sent stays unsent.
  await db
    .deleteFrom('newsletter_deliveries')
    .where('issue_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  const rows = await db
    .updateTable('newsletter_deliveries')
    .set({ state: 'waiting', holder: '', until: now, tries: 0, changed_at: now })
    .where('issue_id', '=', id)
    .where('state', '=', 'unknown')
    .returning('subscriber_id')
    .execute();
  if (rows.length === 0) throw nobodyToSendAgain();
  return db
    .updateTable('newsletter_issues')
    .set((eb) => ({
      state: 'sending',
      reason: '',
      again_at: null,
      pauses: 0,
      taken_up_to: issue.last_subscriber,
      ended_at: null,
      unknown: eb('unknown', '-', rows.length),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a draft and returns it. Throws `issue-not-found`, and `issue-elsewhere` for one that was sent. */
export async function discard(write: Write, id: string): Promise<IssueRow> {
  const issue = await findIssue(write.db, id);
  if (issue.state !== 'draft') throw issueElsewhere();
  await write.db.deleteFrom('newsletter_issues').where('id', '=', id).execute();
  return issue;
}
