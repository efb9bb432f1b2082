import { z } from 'zod';
import { blogSummarySchema, blogTags, tagNotFound } from '../../../blog/contract.ts';
import { tagSchema } from '../../../blog/tag-suggestions.ts';
import { tagQuery, tagsQuery } from '../../../paths.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { valueSchema } from '../../../platform/text/text-schema.ts';

/** Blogs on a page of a tag, and tags on a page of all of them. */
export const pageSize = 24;
export const tagsPerPage = 200;

const params = z.object({ tag: z.string() });
const cursorText = z.string();

export const allTags = defineEndpoint({
  method: 'GET',
  path: '/api/allTags',
  access: 'public',
  summary: `All tags that a blog has, in the order of their names, ${tagsPerPage} a page; the next page is in the Link header.`,
  query: z.object({ cursor: valueSchema(cursorText, tagsQuery.shape.cursor).prefault('') }),
  tags: () => [blogTags.lists],
  reply: z.array(tagSchema),
});

export const oneTag = defineEndpoint({
  method: 'GET',
  path: '/api/tags/:tag',
  access: 'public',
  summary:
    'A tag by any of its spellings. One that was renamed, or merged into another, answers with what it is now.',
  params,
  tags: () => [blogTags.lists],
  reply: tagSchema,
  refusals: [tagNotFound],
});

export const blogsOfTag = defineEndpoint({
  method: 'GET',
  path: '/api/tags/:tag/blogs',
  access: 'public',
  summary:
    'The blogs that have a tag, newest first, 24 a page; the next page and the one before are in the Link header, and where it lies in the list in X-Total-Count and X-Offset.',
  params,
  query: z.object({ cursor: valueSchema(cursorText, tagQuery.shape.cursor).prefault('') }),
  tags: () => [blogTags.lists],
  reply: z.array(blogSummarySchema),
  refusals: [tagNotFound],
});
