import { paths } from '../../../paths.ts';
import { escapeHtml } from '../../../platform/ssr/escape.ts';
import { feedPath } from '../feed-paths.ts';
import type { FeedRow, SitemapRow } from './feed-store.ts';

const siteName = 'The Content Hub';
/** Pages that everybody may open. */
const publicPaths = [
  paths.home.to(),
  paths.allBlogs.to(),
  paths.featuredBlogs.to(),
  paths.contact.to(),
];
const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
/** What XML 1.0 can't hold, not even escaped. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return escapeHtml(text.replace(notXml, ''));
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The site map (sitemaps.org) of the public pages and of these blogs. */
export function sitemap(siteUrl: string, blogs: readonly SitemapRow[]): string {
  const pages = publicPaths.map((path) => `<url><loc>${escapeXml(siteUrl + path)}</loc></url>`);
  const entries = blogs.map(
    ({ id, updated_at }) =>
      `<url><loc>${escapeXml(siteUrl + paths.blog.to(id))}</loc><lastmod>${timeOf(updated_at)}</lastmod></url>`,
  );
  return [
    declaration,
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages,
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

function entry(siteUrl: string, blog: FeedRow): string {
  const url = escapeXml(siteUrl + paths.blog.to(blog.id));
  return [
    '<entry>',
    `<id>urn:uuid:${escapeXml(blog.id)}</id>`,
    `<title>${escapeXml(blog.title)}</title>`,
    `<link rel="alternate" type="text/html" href="${url}"/>`,
    `<published>${timeOf(blog.created_at)}</published>`,
    `<updated>${timeOf(blog.updated_at)}</updated>`,
    `<author><name>${escapeXml(blog.author_name ?? 'Unknown Author')}</name></author>`,
    `<category term="${escapeXml(blog.category)}"/>`,
    `<summary>${escapeXml(blog.short_description)}</summary>`,
    '</entry>',
  ].join('\n');
}

/** An Atom feed (RFC 4287) of these blogs, with their short descriptions. */
export function atomFeed(siteUrl: string, blogs: readonly FeedRow[]): string {
  const home = escapeXml(siteUrl + paths.home.to());
  const updatedAt = Math.max(0, ...blogs.map(({ updated_at }) => updated_at));
  return [
    declaration,
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${home}</id>`,
    `<title>${siteName}</title>`,
    `<link rel="alternate" type="text/html" href="${home}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(siteUrl + feedPath)}"/>`,
    `<updated>${timeOf(updatedAt)}</updated>`,
    ...blogs.map((blog) => entry(siteUrl, blog)),
    '</feed>',
    '',
  ].join('\n');
}
