import { isoOf } from '../../../../platform/text/iso-of.ts';
import { escapeXml, xmlDeclaration } from '../formats/xml.ts';
import type { Listed } from './walks.ts';

/** An entry of a sitemap, or of a sitemap index. */
export type Entry = 'url' | 'sitemap';

const roots: Readonly<Record<Entry, string>> = { url: 'urlset', sitemap: 'sitemapindex' };

/** `siteUrl` has no trailing slash. */
export function entryXml(entry: Entry, siteUrl: string, { path, changedAt }: Listed): string {
  const changed = changedAt === undefined ? '' : `<lastmod>${isoOf(changedAt)}</lastmod>`;
  return `<${entry}><loc>${escapeXml(siteUrl + path)}</loc>${changed}</${entry}>`;
}

/** A sitemap of these entries (https://www.sitemaps.org/protocol.html). */
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
