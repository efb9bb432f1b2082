import { z } from 'zod';
import { blogSummarySchema, blogTags } from '../../blog/contract.ts';
import { allBlogsQuerySchema } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';

/** Blogs on a page of All Blogs, unless the caller asks for another number. */
export const pageSize = 24;
export const pageSizeMax = 100;

const limitRule = `limit must be a whole number from 1 to ${pageSizeMax}.`;

export const allBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/allBlogs',
  access: 'public',
  summary:
    'All blogs, newest first, 24 a page; the next page is in the Link header. A page of a search may hold fewer, and still have a next.',
  query: allBlogsQuerySchema.extend({
    limit: z
      .string({ error: 'limit must be a number.' })
      .regex(/^\d{1,3}$/, { error: limitRule, abort: true })
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= pageSizeMax, { error: limitRule })
      .optional(),
  }),
  tags: () => [blogTags.lists],
  reply: z.array(blogSummarySchema),
});
