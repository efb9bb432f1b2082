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

/** Most code points of a comment. */
export const commentMax = 2_000;
/** Comments in one answer, unless the caller asks for another number. */
export const commentsPerPage = 100;
export const commentsPerPageMax = 500;

/** A comment: plain text whose line breaks stay. */
export function readComment(given: string): string | Refused {
  return readText({ name: 'Comment', max: commentMax }, given.replace(/\r\n?/g, '\n'));
}
const commentTextSchema = valueSchema(z.string({ error: 'Comment is required.' }), readComment);

/** Name and photo are the person's present ones. */
const commentSchema = z.object({
  _id: z.string(),
  blogId: z.string(),
  /** Who said it, by an id that says nothing of them. */
  authorId: z.string(),
  comment: z.string(),
  userName: z.string(),
  /** The reader's own address on their own comments; null on everybody else's. */
  userEmail: z.string().nullable(),
  userProfilePicture: z.string().nullable(),
  createdAt: z.iso.datetime(),
  isOwn: z.boolean(),
  /** Only in the reply to its author: why it isn't visible. */
  held: whyHeldSchema.optional(),
});
export type Comment = z.output<typeof commentSchema>;

const blogIdSchema = z.string({ error: 'blogId is required.' });

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
export const saidAlready = defineProblem(
  'said-already',
  409,
  'You have posted this comment already.',
);

export const commentsOfBlog = defineEndpoint({
  method: 'GET',
  path: '/api/addcomment',
  access: 'reader',
  summary: 'The comments on a blog, oldest first, 100 at once; more are in the Link header.',
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
    /** The id of the comment that the page before ended with. */
    after: z.string().refine(isId, { error: 'after must be the id of a comment.' }).optional(),
  }),
  reply: z.array(commentSchema),
  refusals: [blogNotFound],
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
    'Comments on a blog. With an Idempotency-Key a retry makes no second one; the same text again within 5 minutes is refused.',
  body: z.object({
    comment: commentTextSchema,
    blogId: blogIdSchema,
    /** May be left out; anybody's but the person's own is refused. Name, picture and time are the server's anyway. */
    userEmail: z.string().nullish(),
    homepage: emptyFieldSchema,
  }),
  isRepeatable: true,
  reply: commentSchema,
  status: 201,
  refusals: [
    blogNotFound,
    ownBlog,
    commentsLocked,
    saidAlready,
    tooManyWaiting,
    notYours,
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
