import { z } from 'zod';
import { blogSummarySchema, blogTags } from '../../blog/contract.ts';
import { archiveQuery } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../platform/contract/problems.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Blogs on a page of a year or a month. */
export const pageSize = 24;

export const archiveNotFound = defineProblem(
  'archive-not-found',
  404,
  'No blog here was published at that time.',
);

const monthSchema = z.object({
  /** 1 is January. */
  month: z.int(),
  blogs: z.int(),
});
const yearSchema = z.object({
  year: z.int(),
  blogs: z.int(),
  /** The months in which blogs were published, the newest first. */
  months: z.array(monthSchema),
});
export type ArchiveYear = z.output<typeof yearSchema>;

const cursorText = z.string();
const query = z.object({ cursor: valueSchema(cursorText, archiveQuery.shape.cursor).prefault('') });

export const archive = defineEndpoint({
  method: 'GET',
  path: '/api/archive',
  access: 'public',
  summary:
    'The years and months (UTC) in which blogs were published, the newest first, with how many blogs each has.',
  tags: () => [blogTags.lists],
  reply: z.array(yearSchema),
});

export const blogsOfYear = defineEndpoint({
  method: 'GET',
  path: '/api/archive/:year/blogs',
  access: 'public',
  summary:
    'The blogs of a year such as 2024, newest first, 24 a page; the next page and the one before are in the Link header, and how many there are in X-Total-Count.',
  params: z.object({ year: z.string() }),
  query,
  tags: () => [blogTags.lists],
  reply: z.array(blogSummarySchema),
  refusals: [archiveNotFound],
});

export const blogsOfMonth = defineEndpoint({
  method: 'GET',
  path: '/api/archive/:year/:month/blogs',
  access: 'public',
  summary:
    'The blogs of a month such as 2024/05, newest first, 24 a page; the next page and the one before are in the Link header, and how many there are in X-Total-Count.',
  params: z.object({ year: z.string(), month: z.string() }),
  query,
  tags: () => [blogTags.lists],
  reply: z.array(blogSummarySchema),
  refusals: [archiveNotFound],
});
