import { z } from 'zod';
import { blogNotFound } from '../../../blog/contract.ts';
import { historyQuery } from '../../../paths.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem, tooManyRequests } from '../../../platform/contract/problems.ts';
import { valueSchema } from '../../../platform/text/text-schema.ts';
import { knownBlocksMax, placePath } from '../history-paths.ts';

/** Blogs on a page of the history. */
export const historyPageSize = 20;

/** Places stored per person: those read longest ago are deleted. */
export const placesMax = 500;

export const otherReader = defineProblem(
  'other-reader',
  409,
  'Somebody else is signed in now. Please load the page again.',
);

const bytesOfHash = 4;

/** Number of bytes that a base64 string encodes. */
function bytesIn(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return (base64.length / 4) * 3 - padding;
}

const placeSchema = z.object({
  /** The paragraph at which the member stopped, from 0. */
  block: z.int().min(0).max(1_000_000),
  /** A hash of the paragraph's text. */
  hash: z.int32({ error: 'hash must be a whole number of 32 bits.' }),
  /** Percent of the text before that paragraph. */
  share: z.int().min(0).max(100),
  isFinished: z.boolean(),
  /** Hashes of the paragraphs that the member has read, 32 bits each, in base64. */
  known: z
    .base64({ error: 'known must be in base64.' })
    .max(Math.ceil((knownBlocksMax * bytesOfHash) / 3) * 4, {
      error: `known can have ${knownBlocksMax} hashes.`,
    })
    .refine((known) => bytesIn(known) % bytesOfHash === 0, {
      error: 'known must be whole hashes.',
    }),
});

const blogIdSchema = z.object({ id: z.string() });

export const readingHistory = defineEndpoint({
  method: 'GET',
  path: '/api/history',
  access: 'member',
  summary: `What the member read, the latest first, ${historyPageSize} a page; the next page is in the Link header, and where it lies in the list in X-Total-Count and X-Offset. Blogs that aren't visible are left out.`,
  query: z.object({
    cursor: valueSchema(z.string(), historyQuery.shape.cursor).prefault(''),
  }),
  reply: z.array(
    z.object({
      /** The blog's id. */
      _id: z.string(),
      title: z.string(),
      /** The author's name; null if their account is deleted. */
      author: z.string().nullable(),
      readAt: z.iso.datetime(),
      /** Percent of the text that the member has read. */
      share: z.int().min(0).max(100),
      isFinished: z.boolean(),
    }),
  ),
});

export const clearHistory = defineEndpoint({
  method: 'DELETE',
  path: '/api/history',
  access: 'member',
  summary: "Deletes all of the member's reading history.",
  refusals: [tooManyRequests],
});

export const readingPlace = defineEndpoint({
  method: 'GET',
  path: placePath(':id'),
  access: 'member',
  summary: 'Where the member stopped reading a blog.',
  params: blogIdSchema,
  reply: z.object({
    /** The member's own id. */
    reader: z.string(),
    /** Whether the member's history is on. */
    isKept: z.boolean(),
    place: placeSchema.nullable(),
  }),
});

export const keepPlace = defineEndpoint({
  method: 'PUT',
  path: placePath(':id'),
  access: 'member',
  summary:
    'Says where the member stopped reading a blog; nothing is kept of those who want no history.',
  params: blogIdSchema,
  body: placeSchema.extend({
    /** The member whom the page belongs to, from the reply to `GET`. */
    reader: z.string().max(36),
  }),
  bodyLimit: 8_192,
  refusals: [blogNotFound, otherReader, tooManyRequests],
});

export const forgetPlace = defineEndpoint({
  method: 'DELETE',
  path: placePath(':id'),
  access: 'member',
  summary:
    "Takes a blog out of the member's reading history; nothing changes where it isn't in it.",
  params: blogIdSchema,
  refusals: [tooManyRequests],
});

export const historyChoice = defineEndpoint({
  method: 'GET',
  path: '/api/account/history',
  access: 'member',
  summary: 'Whether the member wants a reading history.',
  reply: z.object({ isKept: z.boolean() }),
});

export const chooseHistory = defineEndpoint({
  method: 'PUT',
  path: '/api/account/history',
  access: 'member',
  summary: 'Switches the reading history on, or off; off deletes what was kept.',
  body: z.object({ isKept: z.boolean() }),
  refusals: [tooManyRequests],
});
