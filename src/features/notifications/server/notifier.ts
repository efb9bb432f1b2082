import type { TextKind } from '../../../blog/held.ts';
import { personTag } from '../../../identity/person.ts';
import type { Write } from '../../../storage/storage.ts';
import { findChoices, noteDue } from './choice-store.ts';
import { insertNotification, type NewNotification } from './notification-store.ts';

/** Touched by each commit that makes an e-mail due. */
export const dueTag = 'notification-letters';

/** Notifies a person of a text, on the site or by e-mail, as they chose. */
async function notify(write: Write, notification: NewNotification): Promise<void> {
  const { personId, kind, now } = notification;
  const { isHere, secret, isDue } = (await findChoices(write.db, personId))[kind];
  const isMailed = secret !== undefined;
  if (!isHere && !isMailed) return;
  // A text that joins an unread row leaves the bell's count as it is: a thousand comments drop one cached page.
  if (await insertNotification(write, notification)) write.touch(personTag(personId));
  if (isMailed && !isDue) {
    await noteDue(write, { personId, kind }, now);
    write.touch(dueTag);
  }
}

export interface NewsOfComment {
  readonly blogId: string;
  readonly commentId: string;
  /** The writer of the comment. */
  readonly writerId: string;
  /** The blog's author; null where their account was deleted. */
  readonly authorId: string | null;
  /** The writer of the comment or reply that it answers; null for a top comment. */
  readonly repliedToId: string | null;
  readonly now: number;
}

/**
 * Notifies the blog's author, and the person whose comment is answered, in the write that makes a comment visible.
 * Writers aren't notified of their own comments.
 */
export async function notifyOfComment(write: Write, news: NewsOfComment): Promise<void> {
  const { blogId, commentId, writerId, authorId, repliedToId, now } = news;
  const kinds = new Map<string, 'comment' | 'reply'>();
  if (authorId) kinds.set(authorId, 'comment');
  // A reply to the author on their own blog is one notification.
  if (repliedToId) kinds.set(repliedToId, 'reply');
  kinds.delete(writerId);
  // In a fixed order, so that two writes can't deadlock.
  for (const personId of [...kinds.keys()].toSorted()) {
    const kind = kinds.get(personId) ?? 'comment';
    await notify(write, { personId, kind, about: blogId, textId: commentId, now });
  }
}

export type NewsOfLetIn = Pick<NewsOfComment, 'blogId' | 'commentId' | 'now'>;

/** Like `notifyOfComment`, for a comment that staff approved, given by its id. */
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
    // A held edit of a visible comment is left out: its first version was notified already.
    .where('comments.edited_at', 'is', null)
    .executeTakeFirst();
  if (!comment) return;
  const { person_id: writerId, author_id: authorId, replied_to_id: repliedToId } = comment;
  await notifyOfComment(write, { blogId, commentId, writerId, authorId, repliedToId, now });
}

export interface NewsOfDecision {
  readonly kind: TextKind;
  readonly id: string;
  /** The decision, as named in the audit log: `comment-hidden`. */
  readonly action: string;
  readonly authorId: string | null;
  readonly byId: string;
  readonly now: number;
}

/** Notifies the author of a text, in the write that decides about it; not staff of decisions about their own texts. */
export async function notifyOfDecision(write: Write, news: NewsOfDecision): Promise<void> {
  const { id, action, authorId, byId, now } = news;
  if (authorId === null || authorId === byId) return;
  const notification = {
    personId: authorId,
    kind: 'decision',
    about: action,
    textId: id,
    now,
  } as const;
  await notify(write, notification);
  // The decision may reverse one in another notification.
  write.touch(personTag(authorId));
}
