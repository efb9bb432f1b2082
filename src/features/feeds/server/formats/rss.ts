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

/** An RFC 822 date, as RSS requires. */
const dateOf = (time: number) => new Date(time).toUTCString();

function item(entry: FeedEntry): string {
  const { id, url, title, summary, html, category, tags, author, cover, publishedAt, updatedAt } =
    entry;
  return [
    '<item>',
    element('title', title),
    element('link', url),
    `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
    element('pubDate', dateOf(publishedAt)),
    element('atom:updated', new Date(updatedAt).toISOString()),
    element('dc:creator', author?.name ?? unknownAuthor),
    ...[category, ...tags].map((name) => element('category', name)),
    element('description', summary),
    ...(html === undefined ? [] : [element('content:encoded', html)]),
    mediaOf(cover),
    linkForPeople(entry),
    '</item>',
  ].join('\n');
}

/** A feed as RSS 2.0 (https://www.rssboard.org/rss-specification). */
export function rssText(feed: Feed): string {
  const { title, description, url, pageUrl, hub, updatedAt, entries } = feed;
  return [
    xmlDeclaration,
    styleInstruction,
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" ${namespaces}>`,
    '<channel>',
    element('title', title),
    element('link', pageUrl),
    element('description', description),
    element('language', feedLanguage),
    element('lastBuildDate', dateOf(updatedAt)),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(url)}"/>`,
    ...(hub === undefined ? [] : [`<atom:link rel="hub" href="${escapeXml(hub)}"/>`]),
    wordsForPeople(feed),
    ...entries.map(item),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}
