import { z } from 'zod';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';

/** Resources of a custom look, which browsers fetch. */

export const accentStyles = defineEndpoint({
  method: 'GET',
  path: '/site/accent/:colours',
  access: 'public',
  summary:
    "The style sheet of the owner's colours: both as six digits, or `none` where one is as drawn.",
  params: z.object({
    colours: z.string().regex(/^(?:[0-9a-f]{6}|none)-(?:[0-9a-f]{6}|none)$/, {
      error: 'There are no such colours.',
    }),
  }),
  reply: z.string(),
  type: 'text/css; charset=utf-8',
});

export const letterMark = defineEndpoint({
  method: 'GET',
  path: '/site/mark/:mark',
  access: 'public',
  summary:
    'The mark of a site whose owner has given it letters, drawn: they, and their ground as six digits.',
  params: z.object({
    mark: z
      .string()
      .regex(/^[\p{L}\p{N}]{1,3}-(?:[0-9a-f]{6}|none)$/u, { error: 'There is no such mark.' }),
  }),
  reply: z.string(),
  type: 'image/svg+xml; charset=utf-8',
});

export const ownManifest = defineEndpoint({
  method: 'GET',
  path: '/site/manifest.webmanifest',
  access: 'public',
  summary: "What a device shows of the site on its own screens, in the owner's words.",
  reply: z.string(),
  type: 'application/manifest+json; charset=utf-8',
});
