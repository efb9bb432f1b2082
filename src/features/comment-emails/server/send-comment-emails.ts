import { z } from 'zod';
import { findHold } from '../../../identity/mail/mail-hold.ts';
import { type MailFacts, type MailKind, usualUsefulMs } from '../../../identity/mail/mail-kind.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { provenEmailOf } from '../../../identity/proven-email.ts';
import { paths } from '../../../paths.ts';
import type { EmailMessage } from '../../../platform/mail/post.ts';
import {
  dayOf,
  type EmailPart,
  type EmailSite,
  listIdOf,
  writeEmail,
} from '../../../platform/mail/write-email.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { findDueNews, takeDueNews } from './comment-email-store.ts';

/** Comments that an e-mail quotes, and code points of each; the blog shows them in full. */
const quotedMax = 5;
const quoteMax = 300;
/** Above this count an e-mail says "more than". */
const countedMax = 100;

interface NewComment {
  readonly id: string;
  readonly person_id: string;
  readonly text: string;
  readonly name: string;
  readonly created_at: number;
}

const commentsMail: MailFacts = {
  name: 'comments',
  usefulMs: usualUsefulMs,
  isRepeatable: false,
};

/** Payload of one queued e-mail. */
const newsSchema = z.object({
  blogId: z.string(),
  /** The comments with greater ids are new. */
  after: z.string(),
  /** The last comment to report; the next e-mail reports later ones. Empty where there are too many to count. */
  upTo: z.string(),
  /** Comments approved since the last e-mail, which may be older than `after`. */
  alsoIds: z.array(z.string()),
});
type News = z.output<typeof newsSchema>;

export interface CommentMailParts {
  readonly storage: Storage;
  readonly site: EmailSite;
  /** The path of the unsubscribe link with this secret. */
  readonly oneClickPath: (secret: string) => string;
  /** The public comments of a blog with ids greater than `after`, by id. */
  readonly commentsAfter: (
    db: Reader,
    request: { readonly blogId: string; readonly after: string; readonly limit: number },
  ) => Promise<readonly NewComment[]>;
  /** The public comments of a blog among these ids. */
  readonly commentsAmong: (
    db: Reader,
    request: { readonly blogId: string; readonly ids: readonly string[] },
  ) => Promise<readonly NewComment[]>;
}

interface Notice {
  readonly to: string;
  readonly secret: string;
  readonly blog: { readonly id: string; readonly title: string };
  readonly comments: readonly NewComment[];
}

function countOf(comments: readonly NewComment[]): string {
  if (comments.length > countedMax) return `More than ${countedMax} new comments`;
  return comments.length === 1 ? 'A new comment' : `${comments.length} new comments`;
}

function commentsEmail(
  { site, oneClickPath }: Pick<CommentMailParts, 'site' | 'oneClickPath'>,
  { to, secret, blog, comments }: Notice,
): EmailMessage {
  const subject = `${countOf(comments)} on “${blog.title}”`;
  const quotes = comments.slice(0, quotedMax).map(
    ({ name, text, created_at }): EmailPart => ({
      kind: 'quote',
      by: `${name}, ${dayOf(created_at)}`,
      text: shorten(text, quoteMax),
    }),
  );
  const href = `${site.url}${paths.blog.to(blog.id)}`;
  const written = writeEmail(
    {
      title: subject,
      parts: [...quotes, { kind: 'link', label: 'Read and answer', href }],
      why: `You get this email because you asked to be notified of comments on your blogs at ${site.name}.`,
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
    listId: listIdOf(site, 'comments'),
  };
}

/** Returns undefined where the author was deleted or unsubscribed, or no comment is left to report. */
async function findNotice(
  parts: CommentMailParts,
  personId: string,
  { blogId, after, upTo, alsoIds }: News,
): Promise<Notice | undefined> {
  const db = parts.storage.writer;
  const blog = await db
    .selectFrom('published_blogs as blogs')
    .innerJoin('people', 'people.id', 'blogs.author_id')
    .innerJoin('comment_letters', 'comment_letters.person_id', 'people.id')
    .select(['blogs.id', 'title', 'secret'])
    .where('blogs.id', '=', blogId)
    .where('people.id', '=', personId)
    .where('people.ends_at', 'is', null)
    .executeTakeFirst();
  const to = await provenEmailOf(db, personId);
  if (!blog || to === undefined) return undefined;
  const later = await parts.commentsAfter(db, { blogId, after, limit: countedMax + 1 });
  const letIn = alsoIds.length === 0 ? [] : await parts.commentsAmong(db, { blogId, ids: alsoIds });
  // Comments that were approved before the last e-mail are among the later ones already.
  const older = letIn.filter(({ id }) => id <= after);
  const isTold = ({ id, person_id }: NewComment) =>
    person_id !== personId && (upTo === '' || id <= upTo);
  const comments = [...older, ...later].filter(isTold);
  return comments.length > 0 ? { to, secret: blog.secret, blog, comments } : undefined;
}

/** The e-mail to an author about the comments collected for one blog. */
export function commentsMailKind(parts: CommentMailParts): MailKind {
  return {
    ...commentsMail,
    async compose({ personId, payload }) {
      const notice = personId && (await findNotice(parts, personId, newsSchema.parse(payload)));
      return notice ? commentsEmail(parts, notice) : undefined;
    },
  };
}

export interface CommentNewsParts extends Pick<CommentMailParts, 'storage' | 'commentsAfter'> {
  readonly queueMail: QueueMail;
  readonly now?: () => number;
}

/**
 * Queues the pending report of a blog. Returns false where the outbox is full; the report is then kept for a later try.
 */
async function queueNews(
  { commentsAfter, queueMail, now = Date.now }: CommentNewsParts,
  write: Write,
  blogId: string,
): Promise<boolean> {
  const news = await takeDueNews(write, blogId, now());
  if (!news) return true;
  const { person_id: personId, after_id: after } = news;
  const later = await commentsAfter(write.db, { blogId, after, limit: countedMax + 1 });
  const upTo = later.length > countedMax ? '' : (later.at(-1)?.id ?? after);
  const alsoIds = news.also_ids.split(' ').filter((id) => id !== '');
  const payload = { blogId, after, upTo, alsoIds } satisfies News;
  if (await queueMail(write, commentsMail, { personId, payload })) return true;
  await write.db.insertInto('untold_comments').values(news).execute();
  return false;
}

/** Queues the e-mails that are due; does nothing while e-mails to readers are held. */
export async function queueCommentNews(
  parts: CommentNewsParts,
  signal: AbortSignal,
): Promise<void> {
  const { storage, now = Date.now } = parts;
  if ((await findHold(storage.writer)) !== undefined) return;
  while (!signal.aborted) {
    const due = await findDueNews(storage.writer, now());
    if (!due) return;
    const blogId = due.blog_id;
    const lockKeys = [`blog:${blogId}`];
    if (!(await storage.write((write) => queueNews(parts, write, blogId), { lockKeys }))) return;
  }
}
