import { blogNotFound, blogTags } from '../../../blog/contract.ts';
import { rightsOver } from '../../../blog/policy.ts';
import { authorIdOf } from '../../../blog/server/assert-may-edit.ts';
import { noteVisibility } from '../../../blog/server/events/queue-events.ts';
import {
  findHold,
  findOwnHolds,
  holdText,
  presentWhyHeld,
} from '../../../blog/server/held/moderation-holds.ts';
import type { Review } from '../../../blog/server/held/review.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { assertOwnEmail } from '../../../identity/guards.ts';
import type { Person } from '../../../identity/person.ts';
import type { AccountQuotas } from '../../../identity/quotas/account-quotas.ts';
import { writeAs, writeOnceAs } from '../../../identity/write-as.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { outcomeUnknown } from '../../../platform/contract/problems.ts';
import { idempotencyKeyOf } from '../../../platform/http/answers/idempotency-key.ts';
import type { RateRule } from '../../../platform/http/answers/rate-limit.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { shownPicture } from '../../../platform/text/web-url.ts';
import type { WriteLimiter } from '../../../storage/limits/rate-limiter.ts';
import { assertRoomOnce, makeOnce, type RepeatableRequest } from '../../../storage/make-once.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import {
  addComment,
  type Comment,
  commentNotFound,
  commentsLocked,
  commentsOfBlog,
  commentsPerPage,
  deleteComment,
  myHeldComments,
  ownBlog,
  restoreComment,
} from '../contract.ts';
import {
  restoreComment as bringBack,
  type CommentRow,
  commentedBlog,
  findComment,
  findComments,
  findHeldComment,
  insertComment,
  isBlogGone,
  removeComment,
  withWriter,
} from './comment-store.ts';
import { createDoubtedComments, type Saying } from './doubted-comments.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** What of a comment may leave for this reader: addresses of others don't. */
function presentComment(row: CommentRow, reader: Person | undefined): Comment {
  const isOwn = row.person_id === reader?.id;
  return {
    _id: row.id,
    blogId: row.blog_id,
    authorId: row.person_id,
    comment: row.text,
    userName: row.name,
    userEmail: isOwn ? (reader?.email ?? null) : null,
    userProfilePicture: shownPicture(row.photo_url),
    createdAt: isoOf(row.created_at),
    isOwn,
  };
}

export interface CommentParts {
  readonly storage: Storage;
  readonly limiter: WriteLimiter;
  readonly quotas: AccountQuotas;
  /** What has to be looked at before anybody sees it. */
  readonly review: Review;
  /** Called in the write that adds a comment, for notifications to the blog's author. */
  readonly onComment?: (
    write: Write,
    news: {
      blogId: string;
      commentId: string;
      writerId: string;
      authorId: string | null;
      now: number;
    },
  ) => Promise<void>;
  readonly now?: () => number;
}

const commentRule: RateRule = { name: 'comment', limit: 9, perMs: 30_000 };
const undoRule: RateRule = { name: 'undo', limit: 60, perMs: 30_000 };

/** What readers say about blogs. */
export function commentAnswers(parts: CommentParts): readonly Answer[] {
  const { storage, limiter, quotas, onComment, now = Date.now } = parts;

  const doubted = createDoubtedComments();

  async function said(db: Db, id: string, person: Person): Promise<Comment> {
    const row = await findComment(db, id);
    if (row) return presentComment(row, person);
    const held = await findHold(db, 'comment', id);
    // It went at this instant.
    if (!held && (await isBlogGone(db, id))) throw blogNotFound();
    const own = held && (await findHeldComment(db, id, person));
    if (!own || held.state === 'removed') throw commentNotFound();
    return { ...presentComment(own, person), held: presentWhyHeld(held) };
  }

  async function write(
    saying: Saying,
    request: RepeatableRequest,
    person: Person,
  ): Promise<Comment> {
    const { personId, blogId, text } = saying;
    const verdict = parts.review({ kind: 'comment', personId, texts: [text] });
    const comment = { ...saying, now: now(), isSentAgain: doubted.has(saying, now()) };
    return writeAs(storage, personId, async (write) => {
      const { authorId, isLocked } = await commentedBlog(write.db, blogId);
      if (!rightsOver(authorId, personId).canComment) throw ownBlog();
      write.touch(blogTags.comments(blogId));
      let shown: CommentRow | undefined;
      const id = await makeOnce(write, request, async () => {
        if (isLocked) throw commentsLocked();
        await limiter.takeWithin(write, commentRule, personId);
        const { id: added, row } = await insertComment(write, comment, quotas);
        if (row) {
          const text = { blogId, commentId: added };
          await noteVisibility(write, text, { was: false, is: true });
        }
        const reason = await verdict?.(write);
        if (reason !== undefined) {
          const held = {
            kind: 'comment',
            id: added,
            state: 'waiting',
            reason,
            now: now(),
          } as const;
          await holdText(write, held);
        }
        if (reason === undefined) {
          shown = row && withWriter(row, person);
          await onComment?.(write, {
            blogId: saying.blogId,
            commentId: added,
            writerId: personId,
            authorId,
            now: now(),
          });
        }
        return added;
      });
      return shown ? presentComment(shown, person) : said(write.db, id, person);
    });
  }

  async function add(
    { blogId, text }: Omit<Saying, 'personId'>,
    person: Person,
    key: string | undefined,
  ): Promise<Comment> {
    const personId = person.id;
    const saying = { blogId, text, personId };
    const request = { personId, purpose: 'addComment', key, content: { blogId, text }, now: now() };
    await assertRoomOnce(parts, commentRule, request);
    try {
      return await write(saying, request, person);
    } catch (error) {
      if (outcomeUnknown.is(error)) doubted.note(saying, now());
      throw error;
    }
  }

  return [
    answer(commentsOfBlog, async ({ query }, { person, reply }) => {
      const { blogId, after = '', limit = commentsPerPage } = query;
      await authorIdOf(storage.reader, blogId);
      // One more than asked tells whether there are more.
      const rows = await findComments(storage.reader, { blogId, after, limit: limit + 1 });
      const page = rows.slice(0, limit);
      if (rows.length > limit) {
        const next = addressOf(commentsOfBlog.path, {}, { ...query, after: page.at(-1)?.id });
        reply.header('link', `<${next}>; rel="next"`);
      }
      return page.map((row) => presentComment(row, person));
    }),

    answer(myHeldComments, async (_input, { person }) => {
      const all = await findOwnHolds(storage.reader, person.id);
      const comments = [];
      for (const held of all) {
        if (held.kind !== 'comment') continue;
        const row = await findHeldComment(storage.reader, held.id, person);
        if (!row) continue;
        const { id: _id, blog_id: blogId, text: comment } = row;
        comments.push({ _id, blogId, comment, held: presentWhyHeld(held) });
      }
      return comments;
    }),

    answer(addComment, async ({ body }, { person, request }) => {
      assertOwnEmail(person, body.userEmail);
      const key = idempotencyKeyOf(request);
      const { blogId, comment: text } = body;
      return add({ blogId, text }, person, key);
    }),

    answer(deleteComment, async ({ params: { id } }, { person, request }) => {
      const key = idempotencyKeyOf(request);
      const once = { personId: person.id, purpose: 'deleteComment', key, content: id, now: now() };
      const comment = { id, personId: person.id, now: now() };
      await writeOnceAs(storage, once, (write) => removeComment(write, comment));
    }),

    answer(restoreComment, async ({ params: { id } }, { person, request }) => {
      const personId = person.id;
      const key = idempotencyKeyOf(request);
      const once = { personId, purpose: 'restoreComment', key, content: id, now: now() };
      const comment = { id, personId, now: now() };
      await writeOnceAs(storage, once, async (write) => {
        await limiter.takeWithin(write, undoRule, personId);
        await bringBack(write, comment, quotas);
      });
    }),
  ];
}
