import { z } from 'zod';
import { blogTags } from '../../../blog/contract.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { defineProblem } from '../../../platform/contract/problems.ts';
import { xmlType } from './feeds.ts';

/** Which pages there are, for search engines (https://www.sitemaps.org/protocol.html). */

export const sitemapNotFound = defineProblem(
  'sitemap-not-found',
  404,
  'The site map has no such part.',
);

export const sitemap = defineEndpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary:
    'Every page that search engines may list; of a site with more than 50,000 the list of the parts that name them.',
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: xmlType,
});

/** In the root of the site: a site map may name only what lies in its folder or below. */
export const sitemapPart = defineEndpoint({
  method: 'GET',
  path: '/sitemap-:part',
  access: 'public',
  summary:
    'A part of the site map, such as `/sitemap-2024-05.xml` for the blogs of a month; a large one goes on in `/sitemap-2024-05-2.xml`.',
  params: z.object({ part: z.string() }),
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: xmlType,
  refusals: [sitemapNotFound],
});
