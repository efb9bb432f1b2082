import { z } from 'zod';
import { authorNotFound, authorSchema, blogSummarySchema, blogTags } from '../../blog/contract.ts';
import { authorQuery } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Blogs on a page of an author's. */
export const pageSize = 24;

const idSchema = z.object({ id: z.string() });

export const oneAuthor = defineEndpoint({
  method: 'GET',
  path: '/api/author/:id',
  access: 'public',
  summary: 'Who wrote a blog: name, photo, and what they say of themselves.',
  params: idSchema,
  // A person whose last blog is deleted has no author page any more.
  tags: () => [blogTags.lists],
  reply: authorSchema.extend({ _id: z.string() }),
  refusals: [authorNotFound],
});

export const blogsOfAuthor = defineEndpoint({
  method: 'GET',
  path: '/api/author/:id/blogs',
  access: 'public',
  summary:
    'The blogs of an author, newest first, 24 a page; the next page and the one before are in the Link header, and where it lies in the list in X-Total-Count and X-Offset.',
  params: idSchema,
  query: z.object({
    cursor: valueSchema(z.string(), authorQuery.shape.cursor).prefault(''),
  }),
  tags: () => [blogTags.lists],
  reply: z.array(blogSummarySchema),
});
