import { z } from 'zod';
import { blogBodyLimit, blogTextSchema } from '../../../../blog/blog-text.ts';
import { blogNotFound } from '../../../../blog/contract.ts';
import { tooManyWaiting, whyHeldSchema } from '../../../../blog/held.ts';
import { enoughForToday, noRoomLeft } from '../../../../identity/quotas/quota-problems.ts';
import { defineEndpoint } from '../../../../platform/contract/define-endpoint.ts';
import {
  defineProblem,
  notYours,
  tooManyRequests,
} from '../../../../platform/contract/problems.ts';
import { draftKeySchema, markSchema } from '../../common/contract.ts';

/** What is sent to publish or save a blog. Anything else in the body is dropped: the server knows who and when. */
const publicationSchema = blogTextSchema.extend({
  /** The saved draft that this text comes from: it goes as the text is published, unless it was changed meanwhile. */
  draft: z.object({ key: draftKeySchema, revision: markSchema }).optional(),
});
export type Publication = z.output<typeof publicationSchema>;

const blogParams = z.object({ id: z.string() });

/** What a save came to; `entityTagOf` makes its tag, which is in `ETag`, too. */
const savedBlogSchema = z.object({
  _id: z.string(),
  version: z.int(),
  wordCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Only where it isn't in sight, and why. */
  held: whyHeldSchema.optional(),
});
export type SavedBlog = z.output<typeof savedBlogSchema>;

export const someoneSavedFirst = defineProblem(
  'someone-saved-first',
  412,
  'This blog has been saved elsewhere since you opened it.',
);

export const addBlog = defineEndpoint({
  method: 'POST',
  path: '/api/addBlog',
  access: 'member',
  tokens: 'write',
  summary:
    'Publishes a blog. With an Idempotency-Key a retry makes no second one; nor does the same text within a minute.',
  body: publicationSchema,
  bodyLimit: blogBodyLimit,
  isRepeatable: true,
  reply: savedBlogSchema,
  status: 201,
  refusals: [noRoomLeft, enoughForToday, tooManyWaiting, tooManyRequests],
});

export const updateBlog = defineEndpoint({
  method: 'PUT',
  path: '/api/blog/:id',
  access: 'member',
  tokens: 'write',
  summary:
    'Saves an own blog. With If-Match (the ETag that was read) only if nobody saved since: 412 otherwise.',
  params: blogParams,
  body: publicationSchema,
  bodyLimit: blogBodyLimit,
  isRepeatable: true,
  reply: savedBlogSchema,
  refusals: [
    blogNotFound,
    notYours,
    someoneSavedFirst,
    noRoomLeft,
    enoughForToday,
    tooManyWaiting,
    tooManyRequests,
  ],
});

export const blogRights = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/rights',
  access: 'member',
  tokens: 'read',
  summary: 'What the person may do with a blog.',
  params: blogParams,
  reply: z.object({
    canEdit: z.boolean(),
    canDelete: z.boolean(),
    canComment: z.boolean(),
    /** The editor who saved it as it stands; only for its author, and only where that wasn't them. */
    savedBy: z.string().optional(),
  }),
  refusals: [blogNotFound],
});
