import type { TextKind } from '../../../blog/held.ts';
import { personTag } from '../../../identity/person.ts';
import type { Write } from '../../../storage/storage.ts';
import { findChoices, noteDue } from './choice-store.ts';
import { insertNotification, type NewNotification } from './notification-store.ts';

/** A commit that touches it has made an e-mail due. */
export const dueTag = 'notification-letters';

/** Tells a person of a text, here or by e-mail, as they chose. */
async function notify(write: Write, told: NewNotification): Promise<void> {
  const { personId, kind, now } = told;
  const { isHere, secret, isDue } = (await findChoices(write.db, personId))[kind];
  const isMailed = secret !== undefined;
  if (!isHere && !isMailed) return;
  // What joins an unread one changes no number on a bell: a thousand comments drop one cached page.
  if (await insertNotification(write, told)) write.touch(personTag(personId));
  if (isMailed && !isDue) {
    await noteDue(write, { personId, kind }, now);
    write.touch(dueTag);
  }
}

export interface NewsOfComment {
  readonly blogId: string;
  readonly commentId: string;
  /** Who wrote the comment. */
  readonly writerId: string;
  /** The blog's author; null for one whose account is gone. */
  readonly authorId: string | null;
  /** Who wrote the comment that it replies to; null for one that replies to none. */
  readonly repliedToId: string | null;
  readonly now: number;
}

/**
 * Tells, in the write by which a comment is visible, the blog's author of it, and whom it replies to. Nobody is told of their
 * own.
 */
export async function notifyOfComment(write: Write, news: NewsOfComment): Promise<void> {
  const { blogId, commentId, writerId, authorId, repliedToId, now } = news;
  const told = new Map<string, 'comment' | 'reply'>();
  if (authorId) told.set(authorId, 'comment');
  // Who is replied to on their own blog is told of the reply alone.
  if (repliedToId) told.set(repliedToId, 'reply');
  told.delete(writerId);
  // In one order, so that two writes never wait for each other.
  for (const personId of [...told.keys()].toSorted()) {
    const kind = told.get(personId) ?? 'comment';
    await notify(write, { personId, kind, about: blogId, textId: commentId, now });
  }
}

export type NewsOfLetIn = Pick<NewsOfComment, 'blogId' | 'commentId' | 'now'>;

/** The same of a comment that staff let in, and that is known by its id. */
export async function notifyOfLetIn(
  write: Write,
  { blogId, commentId, now }: NewsOfLetIn,
): Promise<void> {
  const comment = await write.db
    .selectFrom('published_comments as comments')
    .innerJoin('published_blogs as blogs', 'blogs.id', 'comments.blog_id')
    .leftJoin('published_comments as answered', (join) =>
      join
        .onRef('answered.blog_id', '=', 'comments.blog_id')
        .onRef('answered.id', '=', 'comments.answered_id'),
    )
    .select(['comments.person_id', 'blogs.author_id', 'answered.person_id as replied_to_id'])
    .where('comments.blog_id', '=', blogId)
    .where('comments.id', '=', commentId)
    // Only what others see is changed: they were told of it then.
    .where('comments.edited_at', 'is', null)
    .executeTakeFirst();
  if (!comment) return;
  const { person_id: writerId, author_id: authorId, replied_to_id: repliedToId } = comment;
  await notifyOfComment(write, { blogId, commentId, writerId, authorId, repliedToId, now });
}

export interface NewsOfDecision {
  readonly kind: TextKind;
  readonly id: string;
  /** What staff did, as the audit log calls it: `comment-hidden`. */
  readonly action: string;
  readonly authorId: string | null;
  readonly byId: string;
  readonly now: number;
}

/** Tells the author of a text, in the write that decides about it; not staff of what they do with their own. */
export async function notifyOfDecision(write: Write, news: NewsOfDecision): Promise<void> {
  const { id, action, authorId, byId, now } = news;
  if (authorId === null || authorId === byId) return;
  const told = { personId: authorId, kind: 'decision', about: action, textId: id, now } as const;
  await notify(write, told);
  // What it takes back may be told in another notification.
  write.touch(personTag(authorId));
}
