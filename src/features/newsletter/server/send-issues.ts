import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findHold } from '../../../identity/mail/mail-hold.ts';
import type { Post } from '../../../platform/mail/post.ts';
import type { EmailSite } from '../../../platform/mail/write-email.ts';
import { takeLease } from '../../../storage/background/lease.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import {
  beginSome,
  findSending,
  type Holder,
  letGo,
  noteResults,
  pauseIssue,
  takeOn,
  wakeIssues,
} from './delivery-store.ts';
import { type IssueRow, visibleText } from './issue-store.ts';
import type { Result } from './judge-deliveries.ts';
import { writeIssue } from './newsletter-emails.ts';

export interface SenderParts {
  readonly storage: Storage;
  readonly post: Post;
  readonly site: EmailSite;
  /** Rate limit: e-mails per minute of all processes together. */
  readonly perMinute: number;
  readonly now?: () => number;
  readonly onError: (error: unknown) => void;
}

/** E-mails that a process leases at once. */
const takenAtOnce = 100;
/** E-mails started at once: the outcome of this many is unknown after a crash. */
const begunAtOnce = 10;
const minuteMs = 60_000;

/** Serializes writes on the newsletter: each decides on current rows. */
const locks = { lockKeys: ['newsletter'] };

/** Waits; resolves early if `signal` aborts. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await wait(milliseconds, undefined, { signal }).catch(() => {});
}

/** The e-mail to send next; undefined, with the newsletter paused, where none of its blogs is visible. */
async function visibleEmail(write: Write, issue: IssueRow, site: EmailSite) {
  const text = await visibleText(write.db, issue);
  if (text.blogs.length > 0) return writeIssue(text, site);
  await pauseIssue(write, issue.id, 'None of its blogs is there any more.');
  return undefined;
}

/**
 * Sends the leased e-mails in small batches; each write stores the outcome of the previous batch and starts the next.
 * Returns false where sending can't continue for now.
 */
async function sendTaken(
  parts: SenderParts,
  issue: IssueRow,
  holder: Holder,
  signal: AbortSignal,
): Promise<boolean> {
  const { storage, post, site, perMinute, now = Date.now } = parts;
  let results: readonly Result[] = [];
  for (;;) {
    const last = results;
    const isEnough = signal.aborted;
    const { issueEmail, beginning } = await storage.write(async (write: Write) => {
      await noteResults(write, holder, last, now());
      // Read for each batch: a blog that was hidden in between is not in later e-mails.
      const issueEmail = isEnough ? undefined : await visibleEmail(write, issue, site);
      return {
        issueEmail,
        beginning: issueEmail ? await beginSome(write, holder, now(), begunAtOnce) : [],
      };
    }, locks);
    if (!issueEmail || beginning.length === 0) return !isEnough;
    const paced = pause((beginning.length * minuteMs) / perMinute, signal);
    results = await Promise.all(
      beginning.map(async (subscriber) => ({
        id: subscriber.id,
        delivery: await post.send(issueEmail.messageTo(subscriber, `${issue.id}.${subscriber.id}`)),
      })),
    );
    await paced;
  }
}

/** Sends one newsletter as far as possible now. */
async function sendIssue(parts: SenderParts, issue: IssueRow, signal: AbortSignal) {
  const { storage, now = Date.now } = parts;
  const holder: Holder = { issueId: issue.id, name: randomUUID() };
  let canGoOn = true;
  while (canGoOn && !signal.aborted) {
    const hasTaken = await storage.write(
      (write) => takeOn(write, holder, now(), takenAtOnce),
      locks,
    );
    canGoOn = hasTaken && (await sendTaken(parts, issue, holder, signal));
  }
  await storage.write((write) => letGo(write, holder, now()), locks);
}

/**
 * Sends pending newsletters, the oldest first, in one process at a time. If the process stops or crashes, the next one
 * continues.
 */
export async function sendIssues(parts: SenderParts, signal: AbortSignal): Promise<void> {
  const { storage, now = Date.now, onError } = parts;
  // A restored copy of the site sends nothing until its owner releases e-mails.
  if ((await findHold(storage.writer)) !== undefined) return;
  if (!(await wakeIssues(storage, now()))) return;
  const lease = await takeLease(storage, 'newsletter', { now, onError });
  if (!lease) return;
  try {
    // A newsletter with e-mails to retry later continues on the next run.
    let issue = await findSending(storage.writer);
    while (issue && !signal.aborted) {
      await sendIssue(parts, issue, signal);
      issue = await findSending(storage.writer, issue.id);
    }
  } finally {
    await lease.release();
  }
}
