import { findHold } from '../../../identity/mail/mail-hold.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { personTag } from '../../../identity/person.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { type DueEmail, endEmails, findChoices, findDue, noteSent } from './choice-store.ts';
import type { FindNewBlogs } from './new-blogs.ts';
import { type News, notificationMail } from './notification-emails.ts';
import { findUnsent } from './notification-store.ts';

/** People per batch. */
const atOnce = 50;

export interface QueueEmailsParts {
  readonly storage: Storage;
  readonly findNewOfFollowed: FindNewBlogs;
  readonly queueMail: QueueMail;
  readonly now?: () => number;
}

/** The time of the latest event to report; undefined where there is none. */
async function latestOf(
  { findNewOfFollowed }: QueueEmailsParts,
  { db }: Write,
  { personId, kind, after, upTo }: News & Pick<DueEmail, 'personId'>,
): Promise<number | undefined> {
  const span = { personId, after, upTo, limit: 1 };
  if (kind === 'blog') return (await findNewOfFollowed(db, span))[0]?.shownAt;
  return (await findUnsent(db, { ...span, kind }))[0]?.at;
}

/** Queues a person's due e-mail. Returns false where the outbox is full; the e-mail then stays due. */
async function queueFor(
  parts: QueueEmailsParts,
  write: Write,
  { personId, kind }: DueEmail,
  now: number,
): Promise<boolean> {
  const { secret, seenAt, toldAt: notifiedAt } = (await findChoices(write.db, personId))[kind];
  if (secret === undefined) {
    // The person unsubscribed while the event was recorded.
    await endEmails(write, { personId, kind });
    return true;
  }
  // Events that were seen on the site need no e-mail.
  const after = Math.max(seenAt, notifiedAt);
  const latest = await latestOf(parts, write, { personId, kind, after, upTo: now });
  if (latest !== undefined) {
    const payload: News = { kind, after, upTo: latest };
    if (!(await parts.queueMail(write, notificationMail, { personId, payload }))) return false;
  }
  await noteSent(write, { personId, kind }, { toldAt: latest ?? notifiedAt, now });
  return true;
}

/**
 * Queues the e-mails that are due, a batch of people per write; does nothing while e-mails to readers are held. New
 * blogs are looked up once a day per follower: a publication writes nothing for the followers of its author.
 */
export async function queueEmails(parts: QueueEmailsParts, signal: AbortSignal): Promise<void> {
  const { storage, now = Date.now } = parts;
  if ((await findHold(storage.writer)) !== undefined) return;
  while (!signal.aborted) {
    const time = now();
    const due = await findDue(storage.writer, time, atOnce);
    if (due.length === 0) return;
    const people = new Set(due.map(({ personId }) => personId));
    const queueAll = async (write: Write) => {
      // Another process may have queued them: the write reads due e-mails again.
      for (const one of await findDue(write.db, time, atOnce)) {
        if (people.has(one.personId) && !(await queueFor(parts, write, one, time))) return false;
      }
      return true;
    };
    const lockKeys = [...people].map(personTag);
    if (!(await storage.write(queueAll, { lockKeys }))) return;
  }
}
