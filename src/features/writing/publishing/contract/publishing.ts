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

/** Body of a request that publishes or saves a blog. Other fields are dropped: the server knows author and time. */
const publicationSchema = blogTextSchema.extend({
  /** The draft on which this text is based: publishing deletes it, unless it was changed meanwhile. */
  draft: z.object({ key: draftKeySchema, revision: markSchema }).optional(),
});
export type Publication = z.output<typeof publicationSchema>;

const blogParams = z.object({ id: z.string() });

/** The result of a save; `entityTagOf` derives its tag, which is also in `ETag`. */
const savedBlogSchema = z.object({
  _id: z.string(),
  version: z.int(),
  wordCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Present only where it is held, with the reason. */
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
  refusals: [blogNotFound, noRoomLeft, enoughForToday, tooManyWaiting, tooManyRequests],
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
  isConditional: true,
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
    /** The editor who saved the current version; only for its author, and only where another person did. */
    savedBy: z.string().optional(),
  }),
  refusals: [blogNotFound],
});
