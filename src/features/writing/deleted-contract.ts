import { z } from 'zod';
import { categorySchema } from '../../blog/contract.ts';
import { cursorMax } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';

/** Deleted blogs on a page of one's own. */
export const deletedPerPage = 24;

const deletedBlogSchema = z.object({
  _id: z.string(),
  title: z.string(),
  category: categorySchema,
  wordCount: z.int(),
  /** Until when it can be had back. */
  endsAt: z.iso.datetime(),
  /** Whether it comes back as a draft: it was one again as it was deleted. */
  isDraft: z.boolean(),
});
export type DeletedBlog = z.output<typeof deletedBlogSchema>;

export const myDeletedBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/myDeletedBlogs',
  access: 'member',
  summary:
    'What the person deleted and can still have back, the latest first, 24 a page; the next page is in the Link header.',
  query: z.object({ cursor: z.string().max(cursorMax).prefault('') }),
  tags: null,
  reply: z.array(deletedBlogSchema),
});
