import { isoOf } from '../../../../platform/text/iso-of.ts';
import { escapeXml, xmlDeclaration } from '../formats/xml.ts';
import type { Listed } from './walks.ts';

/** An entry of a site map, or of an index of site maps. */
export type Entry = 'url' | 'sitemap';

const roots: Readonly<Record<Entry, string>> = { url: 'urlset', sitemap: 'sitemapindex' };

/** One entry, by the site's address without a trailing slash. */
export function entryXml(entry: Entry, siteUrl: string, { path, changedAt }: Listed): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${isoOf(changedAt)}</lastmod>`;
  return `<${entry}><loc>${escapeXml(siteUrl + path)}</loc>${changed}</${entry}>`;
}

/** The document of these entries (https://www.sitemaps.org/protocol.html). */
export function sitemapXml(entry: Entry, entries: readonly string[]): string {
  const root = roots[entry];
  return [
    xmlDeclaration,
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...entries,
    `</${root}>`,
    '',
  ].join('\n');
}
