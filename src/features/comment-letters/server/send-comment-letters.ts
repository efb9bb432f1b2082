import { provenEmailOf } from '../../../identity/proven-email.ts';
import { paths } from '../../../paths.ts';
import type { MailLetter, Post } from '../../../platform/mail/post.ts';
import {
  dayOf,
  type LetterPart,
  type LetterSite,
  writeLetter,
} from '../../../platform/mail/write-letter.ts';
import { shorten } from '../../../platform/text/shorten.ts';
import type { Reader, Storage } from '../../../storage/storage.ts';
import { type DueNews, findDueNews, putNewsBack, takeDueNews } from './comment-letter-store.ts';

/** Comments that a letter quotes, and code points of each; the blog has them all. */
const quotedMax = 5;
const quoteMax = 300;
/** A letter counts so many and then says "more than". */
const countedMax = 100;

interface NewComment {
  readonly id: string;
  readonly person_id: string;
  readonly text: string;
  readonly name: string;
  readonly created_at: number;
}

export interface CommentLettersSenderParts {
  readonly storage: Storage;
  readonly post: Post;
  readonly site: LetterSite;
  /** The path that ends letters by a secret. */
  readonly oneClickPath: (secret: string) => string;
  /** The comments that everybody may see on a blog, from one on, in the order of their ids. */
  readonly commentsAfter: (
    db: Reader,
    request: { readonly blogId: string; readonly after: string; readonly limit: number },
  ) => Promise<readonly NewComment[]>;
  /** Those of these comments on a blog that everybody may see. */
  readonly commentsAmong: (
    db: Reader,
    request: { readonly blogId: string; readonly ids: readonly string[] },
  ) => Promise<readonly NewComment[]>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
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

function commentsLetter(
  { site, oneClickPath }: Pick<CommentLettersSenderParts, 'site' | 'oneClickPath'>,
  { to, secret, blog, comments }: Notice,
): MailLetter {
  const subject = `${countOf(comments)} on “${blog.title}”`;
  const quotes = comments.slice(0, quotedMax).map(
    ({ name, text, created_at }): LetterPart => ({
      kind: 'quote',
      by: `${name}, ${dayOf(created_at)}`,
      text: shorten(text, quoteMax),
    }),
  );
  const href = `${site.url}${paths.blog.to(blog.id)}`;
  const written = writeLetter(
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
  return { to, subject, ...written, unsubscribeUrl: `${site.url}${oneClickPath(secret)}` };
}

/** Undefined where the author has gone or wants no letters, or the comments have gone. */
async function findNotice(
  parts: CommentLettersSenderParts,
  news: DueNews,
): Promise<Notice | undefined> {
  const db = parts.storage.writer;
  const { blog_id: blogId, person_id: personId, after_id: after } = news;
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
  const ids = news.also_ids.split(' ').filter((id) => id !== '');
  const letIn = ids.length === 0 ? [] : await parts.commentsAmong(db, { blogId, ids });
  // Comments that were approved before the last letter are among the later ones already.
  const older = letIn.filter(({ id }) => id <= after);
  const comments = [...older, ...later].filter(({ person_id }) => person_id !== personId);
  return comments.length > 0 ? { to, secret: blog.secret, blog, comments } : undefined;
}

/** Notifies authors of the comments that were collected for them, one letter after the other. */
export async function sendCommentLetters(
  parts: CommentLettersSenderParts,
  signal: AbortSignal,
): Promise<void> {
  const { storage, post, now = Date.now } = parts;
  while (!signal.aborted) {
    const due = await findDueNews(storage.writer, now());
    if (!due) return;
    const locks = { lockKeys: [`blog:${due.blog_id}`] };
    const news = await storage.write((write) => takeDueNews(write, due.blog_id, now()), locks);
    const notice = news && (await findNotice(parts, news));
    if (!notice) continue;
    const delivery = await post.send(commentsLetter(parts, notice));
    const isWorthAgain =
      delivery.kind === 'unreachable' || (delivery.kind === 'refused' && !delivery.isForGood);
    if (!isWorthAgain) continue;
    await storage.write((write) => putNewsBack(write, news, now()), locks);
    // The mail server can't be reached: the rest waits as well.
    if (delivery.kind === 'unreachable') return;
  }
}
