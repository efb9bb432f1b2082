import { z } from 'zod';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../platform/contract/problems.ts';
import { webUrlMax } from '../../platform/text/web-url.ts';

/** Redirects on a page of the list. */
export const redirectsPerPage = 50;
/** Most missed addresses that the list shows. */
export const missedShown = 100;

export const ownAddress = defineProblem(
  'own-address',
  409,
  'This address is a page of this site, and the site’s own pages come first. Choose an address that leads to nothing now.',
);
export const redirectCircle = defineProblem(
  'redirect-circle',
  409,
  'These addresses would lead to each other in a circle. Choose another address for it to lead to.',
);
export const tooManyShapes = defineProblem(
  'too-many-shapes',
  409,
  'This site knows as many kinds of addresses with a question mark as it can. Remove some of them first.',
);
export const redirectNotFound = defineProblem(
  'redirect-not-found',
  404,
  'This redirect is not there any more.',
);

const addressSchema = (what: string) =>
  z
    .string({ error: `${what} is required.` })
    .trim()
    .min(1, { error: `${what} is required.` })
    .max(webUrlMax, { error: `${what} can have at most ${webUrlMax} characters.` });

/** A prefix of an address; may be empty. */
const searchSchema = z
  .string()
  .max(webUrlMax, { error: `search can have at most ${webUrlMax} characters.` })
  .refine((given) => !given.includes('\0'), {
    error: "search holds characters that can't be used.",
  })
  .prefault('');

const redirectSchema = z.object({
  /** Such as `/2019/05/title`, or `/?p=123`. */
  path: z.string(),
  /** A path of this site, or an https address. */
  target: z.string(),
  /** The title of the target blog; null for other targets and for blogs that aren't visible. */
  title: z.string().nullable(),
  /** Whether an owner created it; otherwise an import did. */
  isByHand: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type ShownRedirect = z.output<typeof redirectSchema>;

export const redirects = defineEndpoint({
  method: 'GET',
  path: '/api/manage/redirects',
  access: 'owner',
  summary: `Redirects by their old address, ${redirectsPerPage} a page; search is by how an address begins.`,
  query: z.object({ search: searchSchema, cursor: searchSchema }),
  reply: z.object({ redirects: z.array(redirectSchema), nextCursor: z.string().nullable() }),
});

export const redirectInput = z.object({
  path: addressSchema('The old address'),
  target: addressSchema('Where it leads'),
});

export const putRedirect = defineEndpoint({
  method: 'PUT',
  path: '/api/manage/redirects',
  access: 'owner',
  summary:
    'Redirects an address, whatever it led to before: to a path of this site, or to an https address elsewhere.',
  body: redirectInput,
  reply: redirectSchema,
  refusals: [ownAddress, redirectCircle, tooManyShapes, tooManyRequests],
});

export const removeRedirect = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage/redirects',
  access: 'owner',
  summary: 'Removes the redirect from an address.',
  query: z.object({ path: addressSchema('The old address') }),
  refusals: [redirectNotFound, tooManyRequests],
});

export const tryAddress = defineEndpoint({
  method: 'GET',
  path: '/api/manage/redirects/try',
  access: 'owner',
  summary: 'What an address would answer: a page of the site, where it leads, or nothing.',
  query: z.object({ address: addressSchema('The address') }),
  reply: z.object({
    answer: z.enum(['own', 'leads-on', 'nothing', 'hidden', 'unusable']),
    /** The normalized address; null if it can't be parsed. */
    path: z.string().nullable(),
    location: z.string().nullable(),
  }),
});
export type TriedAddress = z.output<typeof tryAddress.reply>;

const missedSchema = z.object({
  path: z.string(),
  /** Number of recent requests: it decays by a tenth each day. */
  count: z.int(),
  /** The day of the last request. */
  day: z.iso.date(),
});
export type ShownMissed = z.output<typeof missedSchema>;

export const missedAddresses = defineEndpoint({
  method: 'GET',
  path: '/api/manage/missed',
  access: 'owner',
  summary: `The ${missedShown} addresses that were asked for most and not found lately.`,
  reply: z.array(missedSchema),
});
