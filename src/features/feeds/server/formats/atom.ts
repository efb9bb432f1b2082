import { isoOf } from '../../../../platform/text/iso-of.ts';
import { type Feed, type FeedEntry, feedLanguage, unknownAuthor } from '../feed.ts';
import {
  element,
  escapeXml,
  linkForPeople,
  mediaOf,
  namespaces,
  styleInstruction,
  wordsForPeople,
  xmlDeclaration,
} from './xml.ts';

function authorOf({ author }: FeedEntry): string {
  const name = element('name', author?.name ?? unknownAuthor);
  return `<author>${name}${author ? element('uri', author.url) : ''}</author>`;
}

function entryText(entry: FeedEntry): string {
  const { id, url, title, summary, html, category, tags, cover, publishedAt, updatedAt } = entry;
  return [
    '<entry>',
    element('id', id),
    element('title', title),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    element('published', isoOf(publishedAt)),
    element('updated', isoOf(updatedAt)),
    authorOf(entry),
    ...[category, ...tags].map((name) => `<category term="${escapeXml(name)}"/>`),
    element('summary', summary),
    ...(html === undefined ? [] : [`<content type="html">${escapeXml(html)}</content>`]),
    mediaOf(cover),
    linkForPeople(entry),
    '</entry>',
  ].join('\n');
}

/** A feed as Atom (RFC 4287). */
export function atomText(feed: Feed): string {
  const { title, description, url, pageUrl, hub, updatedAt, entries } = feed;
  return [
    xmlDeclaration,
    styleInstruction,
    `<feed xmlns="http://www.w3.org/2005/Atom" ${namespaces} xml:lang="${feedLanguage}">`,
    element('id', pageUrl),
    element('title', title),
    element('subtitle', description),
    `<link rel="alternate" type="text/html" href="${escapeXml(pageUrl)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(url)}"/>`,
    ...(hub === undefined ? [] : [`<link rel="hub" href="${escapeXml(hub)}"/>`]),
    element('updated', isoOf(updatedAt)),
    wordsForPeople(feed),
    ...entries.map(entryText),
    '</feed>',
    '',
  ].join('\n');
}
