import { z } from 'zod';
import { blogNotFound } from '../../blog/contract.ts';
import { tooManyWaiting, whyHeldSchema } from '../../blog/held.ts';
import { enoughForToday, noRoomLeft } from '../../identity/quotas/quota-problems.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem, notYours, tooManyRequests } from '../../platform/contract/problems.ts';
import { emptyFieldSchema } from '../../platform/text/empty-field.ts';
import { isId } from '../../platform/text/id.ts';
import { readText } from '../../platform/text/read-text.ts';
import type { Refused } from '../../platform/text/read-value.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Maximum code points of a comment. */
export const commentMax = 2_000;
/** Comments in one reply, unless the caller requests another number. */
export const commentsPerPage = 100;
export const commentsPerPageMax = 500;
/** How long after posting its writer may edit a comment, in milliseconds. */
export const editableMs = 15 * 60_000;

/** Reads a comment: Markdown as `readCommentMarkdown` parses it, with line breaks kept. */
export function readComment(given: string): string | Refused {
  return readText({ name: 'Comment', max: commentMax }, given.replace(/\r\n?/g, '\n'));
}
const commentTextSchema = valueSchema(z.string({ error: 'Comment is required.' }), readComment);

/** Name and photo are the person's current ones. */
const commentSchema = z.object({
  _id: z.string(),
  blogId: z.string(),
  /** An opaque id of the writer. */
  authorId: z.string(),
  comment: z.string(),
  userName: z.string(),
  /** The reader's own e-mail address on their own comments; null on all others. */
  userEmail: z.string().nullable(),
  userProfilePicture: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** The top comment of its thread, which may be deleted; null for a top comment. */
  replyTo: z.string().nullable(),
  /** When its writer last edited it; null if never. */
  editedAt: z.iso.datetime().nullable(),
  isOwn: z.boolean(),
  /** Only in the reply to its author: why it isn't visible. */
  held: whyHeldSchema.optional(),
});
export type Comment = z.output<typeof commentSchema>;

/**
 * `oldest`: flat, oldest first. `threads`, `newest`: threads, oldest or newest first, each with its replies oldest
 * first.
 */
export const commentOrders = ['oldest', 'threads', 'newest'] as const;
export type CommentOrder = (typeof commentOrders)[number];

const blogIdSchema = z.string();

export const commentNotFound = defineProblem(
  'comment-not-found',
  404,
  'This comment has been deleted.',
);
export const ownBlog = defineProblem('own-blog', 409, 'Cannot comment on own blog');
export const commentsLocked = defineProblem(
  'comments-locked',
  409,
  'Comments on this blog are closed.',
);
export const answeredGone = defineProblem(
  'answered-gone',
  404,
  'The comment that you reply to is not here any more.',
);
export const tooLateToEdit = defineProblem(
  'too-late-to-edit',
  409,
  'A comment can be changed for 15 minutes after it was posted.',
);
export const editedMeanwhile = defineProblem(
  'edited-meanwhile',
  409,
  'You have changed this comment elsewhere meanwhile. Look at it again.',
);
export const commentHeld = defineProblem(
  'comment-held',
  409,
  'Others do not see this comment at this time, so it can’t be changed.',
);
export const duplicateComment = defineProblem(
  'said-already',
  409,
  'You have posted this comment already.',
);

export const commentsOfBlog = defineEndpoint({
  method: 'GET',
  path: '/api/addcomment',
  access: 'reader',
  summary:
    'The comments on a blog, oldest first, 100 at once; more are in the Link header. By order also in threads.',
  query: z.object({
    blogId: blogIdSchema,
    limit: z
      .string({ error: 'limit must be a number.' })
      .regex(/^\d{1,3}$/, { error: 'limit must be a number.', abort: true })
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= commentsPerPageMax, {
        error: `limit must be a whole number from 1 to ${commentsPerPageMax}.`,
      })
      .optional(),
    /** The id of the last comment on the previous page. */
    after: z.string().refine(isId, { error: 'after must be the id of a comment.' }).optional(),
    order: z
      .enum(commentOrders, { error: `order must be one of ${commentOrders.join(', ')}.` })
      .optional(),
    /** With an order by threads: the thread of `after`, where that is a reply. */
    thread: z.string().refine(isId, { error: 'thread must be the id of a comment.' }).optional(),
  }),
  reply: z.array(commentSchema),
  refusals: [blogNotFound],
});

export const oneComment = defineEndpoint({
  method: 'GET',
  path: '/api/comments/:id',
  access: 'reader',
  summary: 'One comment.',
  params: z.object({ id: z.string() }),
  reply: commentSchema,
  refusals: [commentNotFound],
});

export const myHeldComments = defineEndpoint({
  method: 'GET',
  path: '/api/myHeldComments',
  access: 'member',
  tokens: 'read',
  summary: "The member's comments that aren't visible, with the reason, the latest first.",
  reply: z.array(
    commentSchema.pick({ _id: true, blogId: true, comment: true }).extend({ held: whyHeldSchema }),
  ),
});

export const addComment = defineEndpoint({
  method: 'POST',
  path: '/api/addcomment',
  access: 'member',
  tokens: 'write',
  summary:
    'Comments on a blog, or replies to a comment on it. With an Idempotency-Key a retry makes no second one; the same text again within 5 minutes is refused.',
  body: z.object({
    comment: commentTextSchema,
    blogId: blogIdSchema,
    /** The id of a comment on the same blog. An answer to a reply is in the same thread. */
    replyTo: z.string({ error: 'replyTo must be the id of a comment.' }).nullish(),
    /** Optional; any address but the person's own is refused. The server sets name, picture and time. */
    userEmail: z.string().nullish(),
    homepage: emptyFieldSchema,
  }),
  isRepeatable: true,
  reply: commentSchema,
  status: 201,
  refusals: [
    blogNotFound,
    ownBlog,
    answeredGone,
    commentsLocked,
    duplicateComment,
    tooManyWaiting,
    notYours,
    noRoomLeft,
    enoughForToday,
    tooManyRequests,
  ],
});

export const editComment = defineEndpoint({
  method: 'PATCH',
  path: '/api/comments/:id',
  access: 'member',
  tokens: 'write',
  summary: 'Changes an own comment within 15 minutes after it was posted.',
  params: z.object({ id: z.string() }),
  body: z.object({
    comment: commentTextSchema,
    /** The `editedAt` that the caller's edit is based on, to detect a later edit; optional. */
    editedAt: z.iso.datetime({ error: 'editedAt must be a time or null.' }).nullish(),
  }),
  isRepeatable: true,
  reply: commentSchema,
  refusals: [
    commentNotFound,
    notYours,
    tooLateToEdit,
    editedMeanwhile,
    commentHeld,
    commentsLocked,
    tooManyWaiting,
    noRoomLeft,
    enoughForToday,
    tooManyRequests,
  ],
});

export const deleteComment = defineEndpoint({
  method: 'DELETE',
  path: '/api/comments/:id',
  access: 'member',
  tokens: 'write',
  summary: 'Deletes an own comment. For a week it can be had back.',
  params: z.object({ id: z.string() }),
  isRepeatable: true,
  refusals: [commentNotFound, notYours],
});

export const restoreComment = defineEndpoint({
  method: 'POST',
  path: '/api/comments/:id/restore',
  access: 'member',
  tokens: 'write',
  summary: 'Brings back a comment that the person deleted in the last week, where it stood.',
  params: z.object({ id: z.string() }),
  isRepeatable: true,
  refusals: [commentNotFound, blogNotFound, noRoomLeft, tooManyRequests],
});
