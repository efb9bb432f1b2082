import { z } from 'zod';
import { blogSummarySchema, blogTags } from '../../../blog/contract.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';

/** Number of latest, featured and popular blogs. */
export const latestCount = 6;
export const featuredCount = 10;
export const popularCount = 5;

export const latestBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/latestBlogs',
  access: 'public',
  summary: 'The six newest blogs, newest first.',
  tags: () => [blogTags.lists],
  reply: z.array(blogSummarySchema),
});

export const featuredBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/featuredBlogs',
  access: 'public',
  summary:
    'The featured blogs, ten at most: those with the most words, most words first, unless the owner chose another rule.',
  tags: () => [blogTags.lists],
  reply: z.array(blogSummarySchema),
});
