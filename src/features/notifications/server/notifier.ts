import type { TextKind } from '../../../blog/held.ts';
import type { MailFacts } from '../../../identity/mail/mail-kind.ts';
import { usualUsefulMs } from '../../../identity/mail/mail-kind.ts';
import type { QueueMail } from '../../../identity/mail/outbox-store.ts';
import { personTag } from '../../../identity/person.ts';
import type { Write } from '../../../storage/storage.ts';
import type { MailedKind } from '../kinds.ts';
import { findChoices } from './choice-store.ts';
import { insertTold, type Told } from './notification-store.ts';

/** An e-mail about one notification, as it stands when it is sent. */
export const notificationMail: MailFacts = {
  name: 'notification',
  usefulMs: usualUsefulMs,
  isRepeatable: false,
};

export interface NewsOfComment {
  readonly blogId: string;
  readonly commentId: string;
  /** Who wrote the comment. */
  readonly writerId: string;
  /** The blog's author; null for one whose account is gone. */
  readonly authorId: string | null;
  /** Who wrote the comment that it replies to; undefined for one that replies to none. */
  readonly repliedToId?: string | null | undefined;
  readonly now: number;
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

export interface NotifierParts {
  /** Undefined where the site sends no e-mails. */
  readonly queueMail: QueueMail | undefined;
}

/** Tells people of what happens to their texts, in the writes by which it does. Nobody is told of their own acts. */
export function createNotifier({ queueMail }: NotifierParts) {
  async function tell(write: Write, told: Told): Promise<void> {
    const { personId, kind } = told;
    const { isHere, secret } = (await findChoices(write.db, personId))[kind];
    const isMailed = queueMail !== undefined && secret !== undefined;
    if (!isHere && !isMailed) return;
    const id = await insertTold(write, told);
    if (id === undefined) return;
    // What is joined to an unread one changes no number on a bell: a thousand comments drop one cached page.
    write.touch(personTag(personId));
    if (isMailed) await queueMail(write, notificationMail, { personId, payload: { id } });
  }

  async function onComment(write: Write, news: NewsOfComment): Promise<void> {
    const { blogId, commentId, writerId, authorId, repliedToId, now } = news;
    const about = { about: blogId, textId: commentId, now };
    const told = new Map<string, 'comment' | 'reply'>();
    if (authorId) told.set(authorId, 'comment');
    // Who is replied to on their own blog is told of the reply alone.
    if (repliedToId) told.set(repliedToId, 'reply');
    told.delete(writerId);
    // In one order, so that two writes never wait for each other.
    for (const [personId, kind] of [...told].toSorted(([one], [other]) => (one < other ? -1 : 1)))
      await tell(write, { personId, kind, ...about });
  }

  return {
    /** A comment is visible: by its writer, or because staff let it in. */
    onComment,

    /** The same of a comment that is known by its id alone. */
    async onLetIn(
      write: Write,
      {
        commentId,
        repliedToId,
        now,
      }: Pick<NewsOfComment, 'commentId' | 'repliedToId' | 'now'> & { readonly blogId: string },
    ): Promise<void> {
      const comment = await write.db
        .selectFrom('published_comments as comments')
        .innerJoin('published_blogs as blogs', 'blogs.id', 'comments.blog_id')
        .select(['comments.blog_id', 'comments.person_id', 'blogs.author_id'])
        .where('comments.id', '=', commentId)
        .executeTakeFirst();
      if (!comment) return;
      const { blog_id: blogId, person_id: writerId, author_id: authorId } = comment;
      await onComment(write, { blogId, commentId, writerId, authorId, repliedToId, now });
    },

    /** Staff decided about a text. */
    async onDecision(write: Write, news: NewsOfDecision): Promise<void> {
      const { id, action, authorId, byId, now } = news;
      if (authorId === null || authorId === byId) return;
      const kind = 'decision' satisfies MailedKind;
      await tell(write, { personId: authorId, kind, about: action, textId: id, now });
    },
  };
}

export type Notifier = ReturnType<typeof createNotifier>;
