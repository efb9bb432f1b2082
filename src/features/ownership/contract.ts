import { z } from 'zod';
import { blogNotFound } from '../../blog/contract.ts';
import { allBlogsQuery } from '../../paths.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../platform/contract/problems.ts';
import { valueSchema } from '../../platform/text/text-schema.ts';

/** Imported authors on a page. */
export const authorsPerPage = 25;
/** An author's drafts on a page. */
export const draftsPerPage = 100;
/** Hand-overs in the list, the latest first. */
export const handOversShown = 50;

export const importedNotFound = defineProblem(
  'imported-author-not-found',
  404,
  'This imported author is not there any more.',
);
export const nothingToHandOver = defineProblem(
  'nothing-to-hand-over',
  409,
  'This author has no texts any more: all of them were handed over.',
);
export const accountNotFound = defineProblem(
  'account-not-found',
  404,
  'Nobody with this email has an account here. Whom the texts are for signs up first.',
);
export const handOverNotFound = defineProblem(
  'hand-over-not-found',
  404,
  'This was taken back already, or is too long ago.',
);

const textMax = 254;
const word = z
  .string()
  .regex(/^[^\0]{0,100}$/, { error: 'cursor is not one that this site handed out.' })
  .prefault('');

const importedAuthorSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Blogs that are not deleted, and how many of them are drafts. */
  blogs: z.int(),
  drafts: z.int(),
  /** Whether readers see a blog of theirs, and so a page of theirs. */
  hasPage: z.boolean(),
  /**
   * Whether the export contained the author's address: an account with this verified address gets the texts
   * automatically.
   */
  hasAddress: z.boolean(),
});
export type ImportedAuthor = z.output<typeof importedAuthorSchema>;

export const importedAuthors = defineEndpoint({
  method: 'GET',
  path: '/api/manage/importedAuthors',
  access: 'owner',
  summary: `People who wrote imported blogs and have no account, the latest first, or those with a text in their name, ${authorsPerPage} a page.`,
  query: z.object({
    search: valueSchema(z.string(), allBlogsQuery.shape.search).prefault(''),
    cursor: word,
  }),
  reply: z.object({ authors: z.array(importedAuthorSchema), nextCursor: z.string().nullable() }),
});

export const importedDrafts = defineEndpoint({
  method: 'GET',
  path: '/api/manage/importedAuthors/:id/drafts',
  access: 'owner',
  summary: `An imported author’s drafts, the latest first, ${draftsPerPage} a page.`,
  params: z.object({ id: z.string() }),
  query: z.object({ cursor: word }),
  reply: z.object({
    drafts: z.array(z.object({ id: z.string(), title: z.string() })),
    nextCursor: z.string().nullable(),
  }),
  refusals: [importedNotFound],
});

const handOverSchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
  to: z.string(),
  /** Texts that can be taken back. */
  texts: z.int(),
});
export type ShownHandOver = z.output<typeof handOverSchema>;

export const handOvers = defineEndpoint({
  method: 'GET',
  path: '/api/manage/handOvers',
  access: 'owner',
  summary: `What owners handed over within thirty days, the latest ${handOversShown}.`,
  reply: z.array(handOverSchema),
});

export const handOverInput = z.object({
  authorId: z.string().max(100, { error: 'authorId is no id.' }),
  email: z
    .string({ error: 'Email is required.' })
    .trim()
    .min(1, { error: 'Email is required.' })
    .max(textMax, { error: `An email has at most ${textMax} characters.` }),
  /** Null for all texts. */
  blogId: z.string().max(100, { error: 'blogId is no id.' }).nullable().prefault(null),
});

export const handOver = defineEndpoint({
  method: 'POST',
  path: '/api/manage/handOvers',
  access: 'owner',
  summary: 'Gives one blog of an imported author, or all that they wrote, to an account.',
  body: handOverInput,
  reply: z.object({ texts: z.int() }),
  refusals: [importedNotFound, accountNotFound, blogNotFound, nothingToHandOver],
});

export const takeBackHandOver = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/handOvers/:id',
  access: 'owner',
  summary: 'Takes back what was handed over, as far as it is still that account’s.',
  params: z.object({ id: z.string() }),
  refusals: [handOverNotFound],
});
