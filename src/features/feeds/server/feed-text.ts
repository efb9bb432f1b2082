import { paths } from '../../../paths.ts';
import type { PageAddress } from '../../../platform/contract/define-page-address.ts';
import { escapeHtml } from '../../../platform/text/escape.ts';
import { isoOf } from '../../../platform/text/iso-of.ts';
import { securityContact, sitemap } from '../contract.ts';
import type { FeedRow, SitemapRow } from './feed-store.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
/** What XML 1.0 can't hold, not even escaped. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return escapeHtml(text.replace(notXml, ''));
}

const pages: readonly PageAddress[] = Object.values<PageAddress>(paths);
const isPattern = (path: string) => /[:*]/.test(path);

/** robots.txt: what is listed may be asked for, what isn't, and what only programs ask for, may not. */
export function robotsText(siteUrl: string, unlistedPrefixes: readonly string[]): string {
  const unlisted = [
    ...unlistedPrefixes,
    ...pages
      .filter(({ isListed, path }) => !isListed && path !== paths.notFound.path)
      .map(({ path }) => path.replace(/:.*/, '')),
  ];
  // A rule stands for all that begins with it.
  const rules = unlisted.filter(
    (path) => !unlisted.some((other) => other !== path && path.startsWith(other)),
  );
  const exceptions = pages.filter(
    ({ isListed, path }) => isListed && rules.some((rule) => path.startsWith(rule)),
  );
  return [
    'User-agent: *',
    ...exceptions.map(({ path }) => `Allow: ${path}`),
    ...rules.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${sitemap.path}`,
    '',
  ].join('\n');
}

/** The site map (sitemaps.org) of the listed pages that have something to tell, of these blogs with their authors, and of tags. */
export function sitemapText(
  siteUrl: string,
  { blogs, tags }: { readonly blogs: readonly SitemapRow[]; readonly tags: readonly string[] },
): string {
  const listed = pages
    .filter(({ isListed, tags, path }) => isListed && tags && !isPattern(path))
    .map(({ path }) => `<url><loc>${escapeXml(siteUrl + path)}</loc></url>`);
  const entries = blogs.map(
    ({ id, updated_at }) =>
      `<url><loc>${escapeXml(siteUrl + paths.blog.to(id))}</loc><lastmod>${isoOf(updated_at)}</lastmod></url>`,
  );
  const authors = new Set(blogs.flatMap(({ author_id }) => author_id ?? []));
  return [
    declaration,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listed,
    ...entries,
    ...Array.from(
      authors,
      (id) => `<url><loc>${escapeXml(siteUrl + paths.author.to(id))}</loc></url>`,
    ),
    ...tags.map((tag) => `<url><loc>${escapeXml(siteUrl + paths.tag.to(tag))}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
}

function authorOf(siteUrl: string, { author_id, author_name }: FeedRow): string {
  const name = `<name>${escapeXml(author_name ?? 'Unknown Author')}</name>`;
  if (author_id === null) return name;
  return `${name}<uri>${escapeXml(siteUrl + paths.author.to(author_id))}</uri>`;
}

function entry(siteUrl: string, blog: FeedRow): string {
  const url = escapeXml(siteUrl + paths.blog.to(blog.id));
  return [
    '<entry>',
    `<id>urn:uuid:${escapeXml(blog.id)}</id>`,
    `<title>${escapeXml(blog.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<published>${isoOf(blog.created_at)}</published>`,
    `<updated>${isoOf(blog.updated_at)}</updated>`,
    `<author>${authorOf(siteUrl, blog)}</author>`,
    `<category term="${escapeXml(blog.category)}"/>`,
    `<summary>${escapeXml(blog.short_description)}</summary>`,
    '</entry>',
  ].join('\n');
}

interface FeedFacts {
  readonly title: string;
  /** The feed's own path, and that of the page that shows the same. */
  readonly path: string;
  readonly pagePath: string;
}

/** An Atom feed (RFC 4287) of these blogs, with their short descriptions. */
export function atomFeed(
  siteUrl: string,
  { title, path, pagePath }: FeedFacts,
  blogs: readonly FeedRow[],
): string {
  const page = escapeXml(siteUrl + pagePath);
  const updatedAt = Math.max(0, ...blogs.map(({ updated_at }) => updated_at));
  return [
    declaration,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${page}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${page}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(siteUrl + path)}"/>`,
    `<updated>${isoOf(updatedAt)}</updated>`,
    ...blogs.map((blog) => entry(siteUrl, blog)),
    '</feed>',
    '',
  ].join('\n');
}

interface SecurityParts {
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** `mailto:` or `https:` address; undefined for the site's page for messages. */
  readonly contact: string | undefined;
  readonly now: number;
}

const dayMs = 86_400_000;
/** RFC 9116 recommends less than a year. */
const daysGood = 180;

/** `security.txt` (RFC 9116): the contact for security reports. It is valid for half a year from the day it is requested. */
export function securityText({ siteUrl, contact, now }: SecurityParts): string {
  const expires = new Date((Math.floor(now / dayMs) + daysGood) * dayMs);
  const messages = siteUrl + paths.contact.to();
  return [
    `Contact: ${contact ?? messages}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${siteUrl}${securityContact.path}`,
    '',
  ].join('\n');
}
