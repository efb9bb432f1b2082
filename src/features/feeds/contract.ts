import { z } from 'zod';
import { authorNotFound, blogTags, tagNotFound } from '../../blog/contract.ts';
import { defineEndpoint } from '../../platform/contract/define-endpoint.ts';

/** Addresses for programs that follow the site. */

export const feed = defineEndpoint({
  method: 'GET',
  path: '/feed.xml',
  access: 'public',
  summary: 'The newest thirty blogs as an Atom feed.',
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: 'application/atom+xml; charset=utf-8',
});

export const authorFeed = defineEndpoint({
  method: 'GET',
  path: '/author/:id/feed.xml',
  access: 'public',
  summary: "An author's newest thirty blogs as an Atom feed.",
  params: z.object({ id: z.string() }),
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: 'application/atom+xml; charset=utf-8',
  refusals: [authorNotFound],
});

export const tagFeed = defineEndpoint({
  method: 'GET',
  path: '/tags/:tag/feed.xml',
  access: 'public',
  summary: 'The newest thirty blogs that have a tag as an Atom feed.',
  params: z.object({ tag: z.string() }),
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: 'application/atom+xml; charset=utf-8',
  refusals: [tagNotFound],
});

export const sitemap = defineEndpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'public',
  summary: 'Every page that search engines may list.',
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: 'application/xml; charset=utf-8',
});

export const robots = defineEndpoint({
  method: 'GET',
  path: '/robots.txt',
  access: 'public',
  summary: 'What search engines may ask for.',
  tags: () => [],
  reply: z.string(),
  type: 'text/plain; charset=utf-8',
});

/** The contact for security reports (RFC 9116). */
export const securityContact = defineEndpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  access: 'public',
  summary: 'Whom to tell of a weakness of this site (RFC 9116).',
  tags: () => [],
  // It names the day on which it expires, a year ahead.
  goodFor: 60 * 60_000,
  reply: z.string(),
  type: 'text/plain; charset=utf-8',
});
