import { z } from 'zod';
import { blogBodyLimit, blogTextSchema } from '../../blog/blog-text.ts';
import { blogNotFound, blogSchema, categorySchema, shownShape } from '../../blog/contract.ts';
import { fieldNames } from '../../blog/fields.ts';
import { textKindSchema, tooManyWaiting, whyHeldSchema } from '../../blog/held.ts';
import { enoughForToday, noRoomLeft } from '../../identity/quotas/quota-problems.ts';
import { cursorMax } from '../../paths.ts';
import { defineEndpoint, noQuery } from '../../platform/contract/define-endpoint.ts';
import { defineProblem, notYours, tooManyRequests } from '../../platform/contract/problems.ts';
import { draftKeySchema, markSchema, tooManyDrafts } from './draft-contract.ts';

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

export const titleNotConfirmed = defineProblem(
  'title-not-confirmed',
  400,
  'This is not the title of the blog.',
);
export const revisionNotFound = defineProblem(
  'revision-not-found',
  404,
  'This earlier text is not kept any more.',
);
export const someoneSavedFirst = defineProblem(
  'someone-saved-first',
  412,
  'This blog has been saved elsewhere since you opened it.',
);

export const addBlog = defineEndpoint({
  method: 'POST',
  path: '/api/addBlog',
  access: 'member',
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

export const deleteBlog = defineEndpoint({
  method: 'DELETE',
  path: '/api/blog/:id',
  access: 'member',
  summary:
    'Removes an own blog with its comments. Its title has to be sent along. For a week it can be had back.',
  params: blogParams,
  query: z.object({ title: blogTextSchema.shape.title }),
  isRepeatable: true,
  reply: z.undefined(),
  status: 204,
  refusals: [blogNotFound, notYours, titleNotConfirmed, tooManyRequests],
});

export const takeBlogBack = defineEndpoint({
  method: 'POST',
  path: '/api/blog/:id/draft',
  access: 'member',
  summary:
    'Makes an own blog a draft again, whose key is its id. Published again it stands at its address, with its date, comments and earlier texts.',
  params: blogParams,
  isRepeatable: true,
  reply: z.undefined(),
  status: 204,
  refusals: [blogNotFound, notYours, tooManyDrafts, tooManyRequests],
});

export const restoreBlog = defineEndpoint({
  method: 'POST',
  path: '/api/blog/:id/restore',
  access: 'member',
  summary:
    'Brings back a blog that the person removed in the last week, or made a draft again: with its id, date, comments and earlier texts. One whose draft they threw away is that draft again.',
  params: blogParams,
  isRepeatable: true,
  reply: z.undefined(),
  status: 204,
  refusals: [blogNotFound, noRoomLeft, tooManyRequests],
});

/** Blogs on a page of one's own. */
export const ownBlogsPerPage = 24;
/** Wishes and comments of a blog are counted up to here; what is over says only that there are more. */
export const countedMax = 1_000;

const ownBlogSchema = z.object({
  _id: z.string(),
  title: z.string(),
  category: categorySchema,
  wordCount: z.int(),
  createdAt: z.iso.datetime(),
  /** Pictures without alternative text: whether its cover is one, and how many of its text are, as far as counted. */
  lacksCoverText: z.boolean(),
  undescribed: z.int(),
  /** Up to `countedMax`. */
  wishes: z.int(),
  comments: z.int(),
});
export type OwnBlog = z.output<typeof ownBlogSchema>;

export const myBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/myBlogs',
  access: 'member',
  summary:
    "The person's own blogs, newest first, 24 a page, with what they met with; the next page is in the Link header.",
  query: z.object({ cursor: z.string().max(cursorMax).prefault('') }),
  tags: null,
  reply: z.array(ownBlogSchema),
});

const heldTextSchema = whyHeldSchema.extend({
  kind: textKindSchema,
  _id: z.string(),
  /** The blog's own id, or that of the blog which the comment is on. */
  blogId: z.string(),
  /** The blog's title, or how the comment begins. */
  label: z.string(),
  createdAt: z.iso.datetime(),
});
export type HeldText = z.output<typeof heldTextSchema>;

export const myHeldTexts = defineEndpoint({
  method: 'GET',
  path: '/api/myHeldTexts',
  access: 'member',
  summary: 'What the person wrote that is out of sight, with the reason, the latest first.',
  query: noQuery,
  tags: null,
  reply: z.array(heldTextSchema),
});

export const myHeldBlog = defineEndpoint({
  method: 'GET',
  path: '/api/myHeldTexts/:id',
  access: 'member',
  summary: 'A blog of the person’s that is out of sight, as it was saved last.',
  params: blogParams,
  query: noQuery,
  tags: null,
  reply: blogSchema.omit({ longDescriptionHtml: true }).extend({ held: whyHeldSchema }),
  refusals: [blogNotFound],
});

export const blogRights = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/rights',
  access: 'member',
  summary: 'What the person may do with a blog.',
  params: blogParams,
  query: noQuery,
  tags: null,
  reply: z.object({ canEdit: z.boolean(), canDelete: z.boolean(), canComment: z.boolean() }),
  refusals: [blogNotFound],
});

export const revisionSummarySchema = z.object({
  version: z.int(),
  title: z.string(),
  wordCount: z.int(),
  /** When this text was saved. */
  savedAt: z.iso.datetime(),
});

export const blogRevisions = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/revisions',
  access: 'member',
  summary:
    'The earlier texts of an own blog, latest first, without the present one: all of the last day, then one of each day, then one of each week.',
  params: blogParams,
  query: noQuery,
  tags: null,
  reply: z.array(revisionSummarySchema),
  refusals: [blogNotFound, notYours],
});

export const blogRevision = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/revisions/:version',
  access: 'member',
  summary: 'One earlier text of an own blog. To restore it, save it.',
  params: z.object({ id: z.string(), version: z.string() }),
  query: noQuery,
  tags: null,
  reply: revisionSummarySchema.extend(shownShape(fieldNames)),
  refusals: [blogNotFound, notYours, revisionNotFound],
});
