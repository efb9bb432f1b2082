import { z } from 'zod';
import { findHold } from '../../../identity/mail/mail-hold.ts';
import { type MailFacts, type MailKind, usualUsefulMs } from '../../../identity/mail/mail-kind.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { personTag } from '../../../identity/person.ts';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import { paths } from '../../../paths.ts';
import type { MailLetter } from '../../../platform/mail/post.ts';
import {
  type LetterPart,
  type LetterSite,
  listIdOf,
  writeLetter,
} from '../../../platform/mail/write-letter.ts';
import type { Storage, Write } from '../../../storage/storage.ts';
import { countedMax, type MailedKind } from '../kinds.ts';
import { wordsOf } from '../wording.ts';
import { digestEveryMs, findChoices, findDue, noteTold } from './choice-store.ts';
import { describeRows } from './describe-notifications.ts';
import type { FindNewBlogs, NewBlog } from './new-blogs.ts';
import { findNotification } from './notification-store.ts';
import { notificationMail } from './notifier.ts';

const newBlogsMail: MailFacts = {
  name: 'new-blogs',
  usefulMs: usualUsefulMs,
  isRepeatable: false,
};

/** Blogs that one e-mail names; the site has them all. */
const namedMax = 10;
/** People who are looked up at once. */
const atOnce = 50;

export interface NotificationMailParts {
  readonly storage: Storage;
  readonly site: LetterSite;
  /** The path that ends e-mails by a secret. */
  readonly oneClickPath: (secret: string) => string;
  readonly findNewOfFollowed: FindNewBlogs;
}

interface Recipient {
  readonly to: string;
  readonly secret: string;
}

/** Undefined for who wants no such e-mails any more, or has no address that is surely theirs. */
async function recipientOf(
  { storage }: NotificationMailParts,
  personId: string,
  kind: MailedKind,
): Promise<Recipient | undefined> {
  const db = storage.writer;
  const { secret } = (await findChoices(db, personId))[kind];
  if (secret === undefined) return undefined;
  const standing = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('ends_at', 'is', null)
    .executeTakeFirst();
  const to = standing && (await provenEmailOf(db, personId));
  return to === undefined ? undefined : { to, secret };
}

const wishes: Readonly<Record<MailedKind, string>> = {
  reply: 'of replies to your comments',
  decision: 'of what is decided about your texts',
  blog: 'of new blogs by authors you follow',
};

interface Content {
  readonly kind: MailedKind;
  readonly subject: string;
  readonly parts: readonly LetterPart[];
}

function letterTo(
  { site, oneClickPath }: NotificationMailParts,
  { to, secret }: Recipient,
  { kind, subject, parts }: Content,
): MailLetter {
  const written = writeLetter(
    {
      title: subject,
      parts,
      why: `You get this email because you asked to be notified ${wishes[kind]} at ${site.name}.`,
      end: {
        label: 'Unsubscribe from these emails',
        href: `${site.url}${paths.unsubscribe.to(secret)}`,
      },
    },
    site,
  );
  return {
    to,
    subject,
    ...written,
    unsubscribeUrl: `${site.url}${oneClickPath(secret)}`,
    listId: listIdOf(site, `notifications-${kind}`),
  };
}

const notificationSchema = z.object({ id: z.string() });

/** The e-mail about a reply or a decision: what the notification says when it is sent, unless it was read by then. */
function notificationMailKind(parts: NotificationMailParts): MailKind {
  return {
    ...notificationMail,
    async compose({ personId, payload }) {
      if (personId === null) return undefined;
      const db = parts.storage.writer;
      const row = await findNotification(db, personId, notificationSchema.parse(payload).id);
      if (!row || row.read_at !== null) return undefined;
      const kind = row.kind === 'reply' ? 'reply' : 'decision';
      const recipient = await recipientOf(parts, personId, kind);
      const [notification] = await describeRows(db, [row], personId);
      if (!recipient || !notification) return undefined;
      const href = `${parts.site.url}${notification.to ?? paths.notifications.to()}`;
      return letterTo(parts, recipient, {
        kind,
        subject: wordsOf(notification),
        parts: [{ kind: 'link', label: 'Look at it', href }],
      });
    },
  };
}

const newBlogsSchema = z.object({ after: z.number(), upTo: z.number() });

function itemOf({ site }: NotificationMailParts, blog: NewBlog): LetterPart {
  const { blogId, title, authorName } = blog;
  const href = `${site.url}${paths.blog.to(blogId)}`;
  return { kind: 'item', title, href, byline: authorName, text: '' };
}

/** The e-mail about the new blogs of a day. */
function newBlogsMailKind(parts: NotificationMailParts): MailKind {
  return {
    ...newBlogsMail,
    async compose({ personId, payload }) {
      if (personId === null) return undefined;
      const span = { personId, ...newBlogsSchema.parse(payload), limit: countedMax + 1 };
      const recipient = await recipientOf(parts, personId, 'blog');
      const blogs = await parts.findNewOfFollowed(parts.storage.writer, span);
      const [newest] = blogs;
      if (!recipient || !newest) return undefined;
      const subject = wordsOf({
        kind: 'blog',
        count: Math.min(blogs.length, countedMax),
        isMore: blogs.length > countedMax,
        title: newest.title,
        names: [...new Set(blogs.map(({ authorName }) => authorName))],
        decision: null,
      });
      const items = blogs.slice(0, namedMax).map((blog) => itemOf(parts, blog));
      const href = `${parts.site.url}${paths.following.to()}`;
      const all: LetterPart = { kind: 'link', label: 'All by authors you follow', href };
      return letterTo(parts, recipient, { kind: 'blog', subject, parts: [...items, all] });
    },
  };
}

export function notificationMailKinds(parts: NotificationMailParts): readonly MailKind[] {
  return [notificationMailKind(parts), newBlogsMailKind(parts)];
}

export interface NewBlogsNewsParts
  extends Pick<NotificationMailParts, 'storage' | 'findNewOfFollowed'> {
  readonly queueMail: QueueMail;
  readonly now?: () => number;
}

/** Puts into the outbox what one person is to be told. False where it is full; then it is told later. */
async function queueFor(parts: NewBlogsNewsParts, write: Write, personId: string, time: number) {
  const choice = (await findChoices(write.db, personId)).blog;
  if (choice.secret === undefined) return true;
  // What was seen on the site needs no e-mail.
  const after = Math.max(choice.seenAt, choice.toldAt);
  const span = { personId, after, upTo: time, limit: 1 };
  const [newest] = await parts.findNewOfFollowed(write.db, span);
  const upTo = newest?.shownAt ?? choice.toldAt;
  const mail = { personId, payload: { after, upTo } };
  if (newest && !(await parts.queueMail(write, newBlogsMail, mail))) return false;
  await noteTold(write, personId, { toldAt: upTo, dueAt: time + digestEveryMs });
  return true;
}

/**
 * Has those told by e-mail whose authors published something within a day, some people a write; not while nothing may go to
 * readers. A publication writes nothing for them: they are looked through once a day.
 */
export async function queueNewBlogs(parts: NewBlogsNewsParts, signal: AbortSignal): Promise<void> {
  const { storage, now = Date.now } = parts;
  if ((await findHold(storage.writer)) !== undefined) return;
  while (!signal.aborted) {
    const time = now();
    const due = await findDue(storage.writer, time, atOnce);
    if (due.length === 0) return;
    const queueAll = async (write: Write) => {
      // Another process may have done it: what is due is read again.
      const still = new Set(await findDue(write.db, time, atOnce));
      for (const personId of due) {
        if (still.has(personId) && !(await queueFor(parts, write, personId, time))) return false;
      }
      return true;
    };
    if (!(await storage.write(queueAll, { lockKeys: ['new-blogs', ...due.map(personTag)] })))
      return;
  }
}
