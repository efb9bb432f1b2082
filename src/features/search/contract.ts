import { z } from 'zod';
import { blogSummarySchema, blogTags, categories, notAFilter } from '../../blog/contract.ts';
import { allBlogsQuery, cursorMax, notASort, sorts } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { tooManyRequests } from '../../platform/contract/problems.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Default number of blogs on a page of All Blogs. */
export const pageSize = 24;
const pageSizeMax = 100;

const limitRule = `limit must be a whole number from 1 to ${pageSizeMax}.`;

const filterSchema = valueSchema(
  z.string({ error: notAFilter }).meta({ enum: ['', ...categories] }),
  allBlogsQuery.shape.filter,
).prefault('');
const searchSchema = valueSchema(z.string(), allBlogsQuery.shape.search).prefault('');

export const allBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/allBlogs',
  access: 'public',
  summary:
    'All blogs, newest first, 24 a page; the next page and the one before are in the Link header. A page of a search may hold fewer, and still have a next. Where it is known, X-Total-Count says how many there are, 10001 for more than 10,000, and X-Offset how many come before the page.',
  query: z.object({
    filter: filterSchema,
    search: searchSchema,
    sort: valueSchema(
      z.string({ error: notASort }).meta({ enum: sorts }),
      allBlogsQuery.shape.sort,
    ).prefault(''),
    cursor: valueSchema(
      z.string().meta({ maxLength: cursorMax }),
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

/** A text with a match, and the sentence around it. */
const foundTextSchema = z.object({
  _id: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  /** ISO 8601. */
  createdAt: z.string().nullable(),
  /** The sentence in parts; a match is a searched word. Plain text, never HTML. */
  excerpt: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
  /** The URL fragment that scrolls to the sentence; empty if the sentence isn't in the text. */
  fragment: z.string(),
});

const foundTextsSchema = z.object({
  texts: z.array(foundTextSchema),
  /** Tags whose names the search contains. */
  tags: z.array(z.object({ tag: z.string(), name: z.string() })),
  /** The corrected search, if a word was misspelt; else empty. */
  corrected: z.string(),
  /** Parts of the search that were ignored, as sentences for the visitor. */
  notes: z.array(z.string()),
});
export type FoundTexts = z.output<typeof foundTextsSchema>;

export const searchTexts = defineEndpoint({
  method: 'GET',
  path: '/api/search',
  access: 'reader',
  summary:
    'The ten texts that fit a search best, each with the sentence in which it stands. Phrases in quotes, -word, author:, tag:, before: and after: narrow it; what can’t be followed is said in notes. Of many thousand texts that fit, the newest are weighed. For who may read whole blogs.',
  query: z.object({ filter: filterSchema, search: searchSchema }),
  reply: foundTextsSchema,
  refusals: [tooManyRequests],
});
