import { z } from 'zod';
import { blogTags } from '../../../blog/contract.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { xmlType } from './feeds.ts';

/** The sitemap for search engines (https://www.sitemaps.org/protocol.html). */

export const sitemapNotFound = defineProblem(
  'sitemap-not-found',
  404,
  'The site map has no such part.',
);

/** Parts are named in the query, like those of feeds: a sitemap may list only addresses in its own folder or below. */
export const sitemap = defineEndpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary:
    'Every page that search engines may list. For a site with more than 50,000 it is the list of its parts: `part=2024-05` for the blogs of a month, `part=2024-05-2` where they go on.',
  query: z.object({ part: z.string({ error: 'part must be one name.' }).prefault('') }),
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: xmlType,
  refusals: [sitemapNotFound],
});
