import { z } from 'zod';
import { defineEndpoint } from '../platform/contract/define-endpoint.ts';
import { Refused } from '../platform/text/read-value.ts';
import { valueSchema } from '../platform/text/text-schema.ts';
import { blogTags } from './contract.ts';
import { tagKeyMax } from './tags.ts';

/** Most tags suggested at once. */
export const suggestedTags = 8;

/** A tag for readers. */
export const tagSchema = z.object({
  /** The last segment of its page's address. */
  tag: z.string(),
  name: z.string(),
  /** Number of its visible blogs. */
  blogs: z.int(),
});

export const tagSuggestions = defineEndpoint({
  method: 'GET',
  path: '/api/tags',
  access: 'public',
  summary: `Tags that begin with a text, those of most blogs first, ${suggestedTags} at most.`,
  query: z.object({
    prefix: valueSchema(z.string(), (given) => {
      if (given.includes('\0')) return new Refused("prefix holds characters that can't be used.");
      if (given.length <= tagKeyMax) return given;
      return new Refused(`prefix can have at most ${tagKeyMax} characters.`);
    }).prefault(''),
  }),
  tags: () => [blogTags.lists],
  reply: z.array(tagSchema),
});
