import { z } from 'zod';
import { type MailFacts, type MailKind, usualUsefulMs } from '../../../identity/mail/mail-kind.ts';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import { paths } from '../../../paths.ts';
import type { EmailMessage } from '../../../platform/mail/post.ts';
import {
  type EmailPart,
  type EmailSite,
  listIdOf,
  writeEmail,
} from '../../../platform/mail/write-email.ts';
import type { Storage } from '../../../storage/storage.ts';
import { countedMax, type MailedKind, mailedKinds } from '../kinds.ts';
import { wordsOf } from '../wording.ts';
import { findChoices } from './choice-store.ts';
import { describeRows } from './describe-notifications.ts';
import type { FindNewBlogs } from './new-blogs.ts';
import { findUnsent } from './notification-store.ts';

export const notificationMail: MailFacts = {
  name: 'notifications',
  usefulMs: usualUsefulMs,
  isRepeatable: false,
};

/** The span of time that an e-mail reports: its unread events that are visible when it is sent. */
const newsSchema = z.object({
  kind: z.enum(mailedKinds),
  after: z.number(),
  upTo: z.number(),
});
export type News = z.output<typeof newsSchema>;

/** Lines of an e-mail; the site shows all. */
const linesMax = 10;

export interface NotificationMailParts {
  readonly storage: Storage;
  readonly site: EmailSite;
  /** The path of the unsubscribe link with this secret. */
  readonly oneClickPath: (secret: string) => string;
  readonly findNewOfFollowed: FindNewBlogs;
}

interface Line {
  readonly words: string;
  /** The path that the line links to. */
  readonly to: string;
  readonly byline?: string;
}

interface Content {
  readonly subject: string;
  readonly lines: readonly Line[];
  /** The page with all of them. */
  readonly all: { readonly label: string; readonly to: string };
}

/** Undefined where nothing is left to report. */
async function findNewBlogs(
  { storage, findNewOfFollowed }: NotificationMailParts,
  personId: string,
  { after, upTo }: News,
): Promise<Content | undefined> {
  const span = { personId, after, upTo, limit: countedMax + 1 };
  const blogs = await findNewOfFollowed(storage.writer, span);
  const [newest] = blogs;
  if (!newest) return undefined;
  const subject = wordsOf({
    kind: 'blog',
    count: Math.min(blogs.length, countedMax),
    isMore: blogs.length > countedMax,
    title: newest.title,
    names: [...new Set(blogs.map(({ authorName }) => authorName))],
    decision: null,
  });
  const lines = blogs.map(({ blogId, title, authorName }) => {
    return { words: title, to: paths.blog.to(blogId), byline: authorName };
  });
  const all = { label: 'All by authors you follow', to: paths.following.to() };
  return { subject, lines, all };
}

/** Undefined where nothing is left to report. */
async function findNews(
  parts: NotificationMailParts,
  personId: string,
  news: News,
): Promise<Content | undefined> {
  if (news.kind === 'blog') return findNewBlogs(parts, personId, news);
  const db = parts.storage.writer;
  const rows = await findUnsent(db, { personId, ...news, limit: linesMax });
  const notifications = await describeRows(db, rows, personId);
  const [newest] = notifications;
  if (!newest) return undefined;
  const lines = notifications.map((one) => ({
    words: wordsOf(one),
    to: one.to ?? paths.notifications.to(),
  }));
  const subject =
    notifications.length === 1 ? wordsOf(newest) : `${notifications.length} notifications`;
  return { subject, lines, all: { label: 'All notifications', to: paths.notifications.to() } };
}

/** Undefined for a person who unsubscribed or has no verified address. */
async function recipientOf(
  { storage }: NotificationMailParts,
  personId: string,
  kind: MailedKind,
): Promise<{ to: string; secret: string } | undefined> {
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

/** The e-mail about a person's notifications of one kind. */
export function notificationMailKind(parts: NotificationMailParts): MailKind {
  const { site, oneClickPath } = parts;
  return {
    ...notificationMail,
    async compose({ personId, payload }): Promise<EmailMessage | undefined> {
      if (personId === null) return undefined;
      const news = newsSchema.parse(payload);
      const { kind } = news;
      const recipient = await recipientOf(parts, personId, kind);
      const content = recipient && (await findNews(parts, personId, news));
      if (!content) return undefined;
      const { to, secret } = recipient;
      const { subject, lines, all } = content;
      const items = lines.slice(0, linesMax).map(({ words, to: path, byline = '' }): EmailPart => {
        return { kind: 'item', title: words, href: `${site.url}${path}`, byline, text: '' };
      });
      const written = writeEmail(
        {
          title: subject,
          parts: [...items, { kind: 'link', label: all.label, href: `${site.url}${all.to}` }],
          why: `You get this email because you asked to be notified ${wishes[kind]} at ${site.name}.`,
          end: {
            label: 'Unsubscribe from these emails',
            href: `${site.url}${paths.unsubscribe.to(secret)}`,
          },
        },
        site,
      );
      const listId = listIdOf(site, `notifications-${kind}`);
      return {
        to,
        subject,
        ...written,
        unsubscribeUrl: `${site.url}${oneClickPath(secret)}`,
        listId,
      };
    },
  };
}
