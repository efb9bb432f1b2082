import { z } from 'zod';
import { blogTextSchema } from '../../../blog/blog-text.ts';
import { blogNotFound, categorySchema } from '../../../blog/contract.ts';
import { noRoomLeft } from '../../../identity/quotas/quota-problems.ts';
import { cursorMax } from '../../../paths.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, notYours, tooManyRequests } from '../../../platform/contract/problems.ts';
import { tooManyDrafts } from '../drafts/contract/drafts.ts';

const blogParams = z.object({ id: z.string() });

export const titleNotConfirmed = defineProblem(
  'title-not-confirmed',
  400,
  'This is not the title of the blog.',
);
export const deleteBlog = defineEndpoint({
  method: 'DELETE',
  path: '/api/blog/:id',
  access: 'member',
  tokens: 'write',
  summary:
    'Removes an own blog with its comments. Its title has to be sent along. For a week it can be had back.',
  params: blogParams,
  query: z.object({ title: blogTextSchema.shape.title }),
  isRepeatable: true,
  refusals: [blogNotFound, notYours, titleNotConfirmed, tooManyRequests],
});

export const takeBlogBack = defineEndpoint({
  method: 'POST',
  path: '/api/blog/:id/draft',
  access: 'member',
  tokens: 'write',
  summary:
    'Makes an own blog a draft again, whose key is its id. Published again it stands at its address, with its date, comments and earlier texts.',
  params: blogParams,
  isRepeatable: true,
  refusals: [blogNotFound, notYours, tooManyDrafts, tooManyRequests],
});

export const restoreBlog = defineEndpoint({
  method: 'POST',
  path: '/api/blog/:id/restore',
  access: 'member',
  tokens: 'write',
  summary:
    'Brings back a blog that the person removed in the last week, or made a draft again: with its id, date, comments and earlier texts. One whose draft they threw away is that draft again.',
  params: blogParams,
  isRepeatable: true,
  refusals: [blogNotFound, noRoomLeft, tooManyRequests],
});

/** Blogs per page of the member's own list. */
export const ownBlogsPerPage = 24;
/** Wishes and comments of a blog are counted up to this limit; beyond it the count is "more than". */
export const countedMax = 1_000;

const ownBlogSchema = z.object({
  _id: z.string(),
  title: z.string(),
  category: categorySchema,
  wordCount: z.int(),
  createdAt: z.iso.datetime(),
  /** Missing alternative texts: whether the cover lacks one, and the number in the text, as far as counted. */
  lacksCoverText: z.boolean(),
  undescribed: z.int(),
  /** Up to `countedMax`. */
  wishes: z.int(),
  comments: z.int(),
  /** How often it was opened and read to the end, by countable readers; in total, and in thirty days. */
  reads: z.object({
    opened: z.int(),
    finished: z.int(),
    openedLately: z.int(),
    finishedLately: z.int(),
  }),
});
export type OwnBlog = z.output<typeof ownBlogSchema>;

export const myBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/myBlogs',
  access: 'member',
  tokens: 'read',
  summary:
    "The person's own blogs, newest first, 24 a page, with what they met with; the next page is in the Link header, and where it lies in the list in X-Total-Count and X-Offset.",
  query: z.object({ cursor: z.string().max(cursorMax).prefault('') }),
  reply: z.array(ownBlogSchema),
});

/** Deleted blogs per page of the member's own list. */
export const deletedPerPage = 24;

const deletedBlogSchema = z.object({
  _id: z.string(),
  title: z.string(),
  category: categorySchema,
  wordCount: z.int(),
  /** Until when it can be restored. */
  endsAt: z.iso.datetime(),
  /** Whether it is restored as a draft: it was unpublished before it was deleted. */
  isDraft: z.boolean(),
});
export type DeletedBlog = z.output<typeof deletedBlogSchema>;

export const myDeletedBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/myDeletedBlogs',
  access: 'member',
  tokens: 'read',
  summary:
    'What the person deleted and can still have back, the latest first, 24 a page; the next page is in the Link header, and where it lies in the list in X-Total-Count and X-Offset.',
  query: z.object({ cursor: z.string().max(cursorMax).prefault('') }),
  reply: z.array(deletedBlogSchema),
});
