import { blogNotFound, blogTags } from '../../../blog/contract.ts';
import { rightsOver } from '../../../blog/policy.ts';
import { noteVisibility } from '../../../blog/server/events/queue-events.ts';
import { findHold, holdText, presentWhyHeld } from '../../../blog/server/held/moderation-holds.ts';
import type { Review } from '../../../blog/server/held/review.ts';
import type { Person } from '../../../identity/person.ts';
import type { AccountQuotas } from '../../../identity/quotas/account-quotas.ts';
import { writeAs } from '../../../identity/write-as.ts';
import { outcomeUnknown } from '../../../platform/contract/problems.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { assertRoomOnce, makeOnce, type RepeatableRequest } from '../../../storage/make-once.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { type Comment, commentNotFound, commentsLocked, ownBlog } from '../contract.ts';
import {
  type CommentRow,
  commentedBlog,
  findAnswered,
  findBlogToComment,
  findComment,
  findHeldComment,
  insertComment,
  isBlogGone,
  withWriter,
} from './comment-store.ts';
import { type CommentKey, createDoubtedComments } from './doubted-comments.ts';
import { type Edit, findEditable, storeEdit } from './own-comments.ts';
import { presentComment } from './present-comment.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** A comment that has become visible. */
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

export interface CommentParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly quotas: AccountQuotas;
  /** Decides which comments are held for review. */
  readonly review: Review;
  /** Called for notifications in the write that adds a visible comment; not for a held one. */
  readonly onComment?: (write: Write, news: NewsOfComment) => Promise<void>;
  readonly now?: () => number;
}

/** Counts new comments and edits together. */
const commentRule: RateRule = { name: 'comment', limit: 9, perMs: 30_000 };

/** A comment as sent by the client. */
export interface Sent extends Omit<CommentKey, 'personId'> {
  /** Undefined for a top comment. */
  readonly replyTo: string | undefined;
}

export function commentWrites(parts: CommentParts) {
  const { storage, limiter, quotas, onComment, now = Date.now } = parts;
  const doubted = createDoubtedComments();

  /** A person's comment in its current state, with the hold on it. */
  async function said(db: Db, id: string, person: Person): Promise<Comment> {
    const row = await findComment(db, id);
    if (row) return presentComment(row, person);
    const held = await findHold(db, 'comment', id);
    // The blog was deleted in the meantime.
    if (!held && (await isBlogGone(db, id))) throw blogNotFound();
    const own = held && (await findHeldComment(db, id, person));
    if (!own || held.state === 'removed') throw commentNotFound();
    return { ...presentComment(own, person), held: presentWhyHeld(held) };
  }

  /** Holds a comment within its write if review says so. */
  async function isHeld(write: Write, id: string, verdict: ReturnType<Review>): Promise<boolean> {
    const reason = await verdict?.(write);
    if (reason === undefined) return false;
    await holdText(write, { kind: 'comment', id, state: 'waiting', reason, now: now() });
    return true;
  }

  async function write(
    { replyTo, ...saying }: Sent & CommentKey,
    request: RepeatableRequest,
    person: Person,
  ): Promise<Comment> {
    const { personId, blogId, text } = saying;
    const verdict = parts.review({ kind: 'comment', personId, texts: [text] });
    const comment = { ...saying, now: now(), isSentAgain: doubted.has(saying, now()) };
    return writeAs(storage, personId, async (write) => {
      const { authorId, isLocked, saidId } = await findBlogToComment(write.db, comment);
      const mayBegin = rightsOver(authorId, personId).canComment;
      if (!mayBegin && replyTo === undefined) throw ownBlog();
      write.touch(blogTags.comments(blogId));
      let shown: CommentRow | undefined;
      const id = await makeOnce(write, request, async () => {
        if (isLocked) throw commentsLocked();
        const answered =
          replyTo === undefined ? undefined : await findAnswered(write.db, blogId, replyTo);
        if (!mayBegin && answered?.writerId === personId) throw ownBlog();
        await limiter.takeWithin(write, commentRule, personId);
        const { id: added, row } = await insertComment(
          write,
          { ...comment, saidId, answered },
          quotas,
        );
        if (row) {
          const seen = { blogId, commentId: added };
          await noteVisibility(write, seen, { was: false, is: true });
        }
        if (!(await isHeld(write, added, verdict))) {
          shown = row && withWriter(row, person);
          await onComment?.(write, {
            blogId,
            commentId: added,
            writerId: personId,
            authorId,
            repliedToId: answered?.writerId ?? null,
            now: now(),
          });
        }
        return added;
      });
      return shown ? presentComment(shown, person) : said(write.db, id, person);
    });
  }

  return {
    async add(sent: Sent, person: Person, key: string | undefined): Promise<Comment> {
      const { id: personId } = person;
      const { blogId, text, replyTo } = sent;
      const saying = { blogId, text, personId };
      const content = { blogId, text, ...(replyTo !== undefined && { replyTo }) };
      const request = { personId, purpose: 'addComment', key, content, now: now() };
      await assertRoomOnce(parts, commentRule, request);
      try {
        return await write({ ...sent, personId }, request, person);
      } catch (error) {
        if (outcomeUnknown.is(error)) doubted.note(saying, now());
        throw error;
      }
    },

    /** Edits a person's own comment. If review holds the edit, the comment keeps its place once it is approved. */
    async edit(
      { id, ...edit }: Omit<Edit, 'now'> & { readonly id: string },
      person: Person,
      key: string | undefined,
    ): Promise<Comment> {
      const { id: personId } = person;
      const { text } = edit;
      const content = { id, text };
      const request = { personId, purpose: 'editComment', key, content, now: now() };
      await assertRoomOnce(parts, commentRule, request);
      const verdict = parts.review({ kind: 'comment', personId, texts: [text] });
      return writeAs(storage, personId, async (write) => {
        await makeOnce(write, request, async () => {
          const comment = await findEditable(write, { id, personId, now: now() });
          const { isLocked } = await commentedBlog(write.db, comment.blog_id);
          if (isLocked) throw commentsLocked();
          if (comment.text === text) return id;
          await limiter.takeWithin(write, commentRule, personId);
          await storeEdit(write, comment, { ...edit, now: now() }, quotas);
          write.touch(blogTags.comments(comment.blog_id));
          await isHeld(write, id, verdict);
          return id;
        });
        return said(write.db, id, person);
      });
    },
  };
}
