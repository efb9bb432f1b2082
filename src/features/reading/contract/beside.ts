import { z } from 'zod';
import { blogNotFound, blogSummarySchema, blogTags } from '../../../blog/contract.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';

const briefSchema = blogSummarySchema.pick({
  _id: true,
  title: true,
  imageUrl: true,
  category: true,
  author: true,
  createdAt: true,
  wordCount: true,
});
export type BriefBlog = z.output<typeof briefSchema>;

export const blogsBeside = defineEndpoint({
  method: 'GET',
  path: '/api/blog/:id/beside',
  access: 'public',
  summary:
    'Where to read on from a blog: the one before and after it, and three that have words in common.',
  params: z.object({ id: z.string() }),
  tags: ({ id = '' }) => [blogTags.lists, blogTags.one(id)],
  reply: z.object({
    /** Neighbours by date; null at either end. */
    older: briefSchema.nullable(),
    newer: briefSchema.nullable(),
    /** Fewer than three if the category has no further blogs. */
    related: z.array(briefSchema),
  }),
  refusals: [blogNotFound],
});
