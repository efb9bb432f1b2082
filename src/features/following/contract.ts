import { z } from 'zod';
import { authorNotFound, authorSchema, blogSummarySchema } from '../../blog/contract.ts';
import { followingQuery } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../platform/contract/problems.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Authors that a person may follow, at most: one reply lists them all, and each page of blogs reads from every one. */
export const followsMax = 1_000;

/** Blogs per page of the followed authors. */
export const pageSize = 24;

export const ownAuthor = defineProblem('own-author', 409, 'You cannot follow yourself.');
export const followsFull = defineProblem(
  'follows-full',
  409,
  'You follow as many authors as is possible. Please unfollow somebody first.',
);

const idSchema = z.object({ id: z.string() });

export const followedIds = defineEndpoint({
  method: 'GET',
  path: '/api/followed',
  access: 'member',
  tokens: 'read',
  summary:
    'Ids of the authors whom the member follows, and their own, for the buttons that say so.',
  reply: z.object({
    /** The member's own id: members can't follow themselves. */
    me: z.string(),
    ids: z.array(z.string()),
  }),
});

export const followedAuthors = defineEndpoint({
  method: 'GET',
  path: '/api/followed/authors',
  access: 'member',
  tokens: 'read',
  summary: 'The authors whom the member follows, the latest first.',
  reply: z.array(authorSchema.pick({ name: true, photo: true }).extend({ _id: z.string() })),
});

export const followedBlogs = defineEndpoint({
  method: 'GET',
  path: '/api/followed/blogs',
  access: 'member',
  tokens: 'read',
  summary:
    'The blogs of the authors whom the member follows, newest first, 24 a page; the next page and the one before are in the Link header, and where it lies in the list in X-Total-Count and X-Offset.',
  query: z.object({
    cursor: valueSchema(z.string(), followingQuery.shape.cursor).prefault(''),
  }),
  reply: z.array(blogSummarySchema),
});

export const follow = defineEndpoint({
  method: 'PUT',
  path: '/api/followed/:id',
  access: 'member',
  tokens: 'write',
  summary: 'Follows an author; nothing changes where the member does already.',
  params: idSchema,
  refusals: [authorNotFound, ownAuthor, followsFull, tooManyRequests],
});

export const unfollow = defineEndpoint({
  method: 'DELETE',
  path: '/api/followed/:id',
  access: 'member',
  tokens: 'write',
  summary: 'Follows an author no more; nothing changes where the member does not.',
  params: idSchema,
  refusals: [tooManyRequests],
});

export const followForm = defineEndpoint({
  method: 'POST',
  path: '/api/followForm',
  access: 'member',
  summary:
    'Follows an author or does so no more, and leads back to the page; for a form without a script.',
  query: z.object({
    /** The path of the page to return to. */
    from: z.string({ error: 'from must be one path.' }).default('/'),
  }),
  takes: 'form',
  body: z.object({
    authorId: z.string(),
    act: z.enum(['follow', 'unfollow'], { error: 'act must be follow or unfollow.' }),
  }),
  bodyLimit: 2_048,
  status: 303,
  refusals: [authorNotFound, ownAuthor, followsFull, tooManyRequests],
});

/** The form's refusals that the page of followed authors explains, by their codes. */
export const followFormRefusals = [authorNotFound, ownAuthor, followsFull, tooManyRequests];
