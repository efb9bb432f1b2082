import { z } from 'zod';
import { blogSummarySchema, blogTags, categories, notAFilter } from '../../blog/contract.ts';
import { allBlogsQuery, cursorMax, notASort, sorts } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Blogs on a page of All Blogs, unless the caller asks for another number. */
export const pageSize = 24;
const pageSizeMax = 100;

const limitRule = `limit must be a whole number from 1 to ${pageSizeMax}.`;

export const allBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/allBlogs',
  access: 'public',
  summary:
    'All blogs, newest first, 24 a page; the next page and the one before are in the Link header. A page of a search may hold fewer, and still have a next. Where it is known, X-Total-Count says how many there are, 10001 for more than 10,000, and X-Offset how many come before the page.',
  query: z.object({
    filter: valueSchema(
      z.string({ error: notAFilter }).meta({ enum: ['', ...categories] }),
      allBlogsQuery.shape.filter,
    ).prefault(''),
    search: valueSchema(
      z.string({ error: 'search must be a text.' }),
      allBlogsQuery.shape.search,
    ).prefault(''),
    sort: valueSchema(
      z.string({ error: notASort }).meta({ enum: sorts }),
      allBlogsQuery.shape.sort,
    ).prefault(''),
    cursor: valueSchema(
      z.string({ error: 'cursor must be a text.' }).meta({ maxLength: cursorMax }),
      allBlogsQuery.shape.cursor,
    ).prefault(''),
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
