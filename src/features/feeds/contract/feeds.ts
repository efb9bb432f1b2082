import { z } from 'zod';
import {
  authorNotFound,
  blogTags,
  type Category,
  categories,
  categoryNamed,
  isCategory,
  tagNotFound,
} from '../../../blog/contract.ts';
import { tagMax } from '../../../blog/tags.ts';
import { defineEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { siteFeeds } from '../../../platform/site/feed-paths.ts';
import { Refused } from '../../../platform/text/read-value.ts';
import { valueSchema } from '../../../platform/text/text-schema.ts';

/** Endpoints for feed readers and crawlers. */

const notACategory = `category must be empty or one of ${categories.join(', ')}.`;

function readCategory(given: string): Category | '' | Refused {
  const named = categoryNamed(given);
  return named === '' || isCategory(named) ? named : new Refused(notACategory);
}

/** The part of the site that a feed covers: at most one filter; the whole site without any. */
const feedQuery = z.object({
  category: valueSchema(
    z.string({ error: notACategory }).meta({ enum: ['', ...categories] }),
    readCategory,
  ).prefault(''),
  /** An author's id. */
  author: z.string({ error: 'author must be one id.' }).prefault(''),
  /** A tag in any of its spellings. */
  tag: z
    .string({ error: 'tag must be one tag.' })
    .max(tagMax * 4, { error: 'tag is too long.' })
    .prefault(''),
});

/** The part of the site that a feed covers, as named in its address. */
export type FeedPart = z.output<typeof feedQuery>;

/**
 * Chromium shows feeds with their own types, such as `application/rss+xml`, as source; feed readers accept this one as
 * well.
 */
export const xmlType = 'application/xml; charset=utf-8';

const ofSite = {
  method: 'GET',
  access: 'public',
  query: feedQuery,
  tags: () => [blogTags.lists],
  reply: z.string(),
  refusals: [authorNotFound, tagNotFound],
} as const;

export const feed = defineEndpoint({
  ...ofSite,
  path: siteFeeds.rss,
  summary: 'The newest thirty blogs as RSS 2.0: of all, of a category, an author or a tag.',
  type: xmlType,
});

export const atomFeed = defineEndpoint({
  ...ofSite,
  path: siteFeeds.atom,
  summary: 'The newest thirty blogs as an Atom feed: of all, of a category, an author or a tag.',
  type: xmlType,
});

export const jsonFeed = defineEndpoint({
  ...ofSite,
  path: siteFeeds.json,
  summary: 'The newest thirty blogs as a JSON Feed: of all, of a category, an author or a tag.',
  type: 'application/feed+json; charset=utf-8',
});

/** The original address of authors' feeds, kept for existing subscribers. */
export const authorFeed = defineEndpoint({
  method: 'GET',
  path: '/author/:id/feed.xml',
  access: 'public',
  summary: "An author's newest thirty blogs as an Atom feed.",
  params: z.object({ id: z.string() }),
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: xmlType,
  refusals: [authorNotFound],
});

/** The address of a tag's feed to which its page links. */
export const tagFeed = defineEndpoint({
  method: 'GET',
  path: '/tags/:tag/feed.xml',
  access: 'public',
  summary: 'The newest thirty blogs that have a tag as an Atom feed.',
  params: z.object({ tag: z.string() }),
  tags: () => [blogTags.lists],
  reply: z.string(),
  type: xmlType,
  refusals: [tagNotFound],
});

/** Browsers no longer run XSLT on documents that they open; they apply CSS. */
export const feedStyle = defineEndpoint({
  method: 'GET',
  path: '/feed.css',
  access: 'public',
  summary: 'How a feed looks when a browser opens it.',
  tags: () => [],
  reply: z.string(),
  type: 'text/css; charset=utf-8',
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
  // The text contains its expiry date.
  goodFor: 60 * 60_000,
  reply: z.string(),
  type: 'text/plain; charset=utf-8',
});
