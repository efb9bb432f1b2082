import { z } from 'zod';
import { tagNotFound } from '../../../blog/contract.ts';
import { readTag } from '../../../blog/tags.ts';
import { allBlogsQuery, tagsQuery } from '../../../paths.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { valueSchema } from '../../../platform/text/text-schema.ts';

/** Tags on a page of Manage. */
export const managedTagsPerPage = 50;

export const tagExists = defineProblem(
  'tag-exists',
  409,
  'There is a tag of this name already. Merge the two instead.',
);
export const sameTag = defineProblem('same-tag', 409, 'A tag can only be merged into another one.');
export const tagInUse = defineProblem(
  'tag-in-use',
  409,
  'Blogs have this tag, some of which may not be published. Merge it into another instead.',
);

const managedTagSchema = z.object({
  tag: z.string(),
  name: z.string(),
  /** Visible blogs with the tag, and all texts with it. */
  blogs: z.int(),
  texts: z.int(),
});
export type ManagedTag = z.output<typeof managedTagSchema>;

/** A single tag, as staff type it. */
const nameSchema = valueSchema(z.string({ error: 'The name must be a text.' }), (given) => {
  const name = readTag(given);
  return name === '' ? new Refused('A name is required.') : name;
});
const params = z.object({ tag: z.string() });

export const managedTags = defineEndpoint({
  method: 'GET',
  path: '/api/manage/tags',
  access: 'staff',
  summary: `All tags in the order of their names, or those that begin with a text, ${managedTagsPerPage} a page, with how many blogs have each.`,
  query: z.object({
    search: valueSchema(z.string(), allBlogsQuery.shape.search).prefault(''),
    cursor: valueSchema(z.string(), tagsQuery.shape.cursor).prefault(''),
  }),
  reply: z.object({ tags: z.array(managedTagSchema), nextCursor: z.string().nullable() }),
});

export const renameTag = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/tags/:tag/name',
  access: 'staff',
  summary: 'Gives a tag another name, in all texts. The address of its page leads to the new one.',
  params,
  body: z.object({ name: nameSchema }),
  reply: z.object({ tag: z.string(), name: z.string() }),
  refusals: [tagNotFound, tagExists],
});

export const mergeTag = defineEndpoint({
  method: 'POST',
  path: '/api/manage/tags/:tag/merged',
  access: 'staff',
  summary:
    'Puts another tag in the place of this one, in all texts. The address of its page leads to the other.',
  params,
  body: z.object({ into: nameSchema }),
  reply: z.object({ tag: z.string(), name: z.string() }),
  refusals: [tagNotFound, sameTag],
});

export const deleteTag = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/tags/:tag',
  access: 'staff',
  summary: 'Forgets a tag that no blog has, and the names that led to it.',
  params,
  refusals: [tagNotFound, tagInUse],
});
