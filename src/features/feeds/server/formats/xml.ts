import { escapeHtml } from '../../../../platform/text/escape.ts';
import { feedStyle } from '../../contract/feeds.ts';
import type { Feed, FeedCover, FeedEntry } from '../feed.ts';

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>';
/** For a browser that opens the feed. */
export const styleInstruction = `<?xml-stylesheet type="text/css" href="${feedStyle.path}"?>`;
/** Characters that XML 1.0 can't contain, not even escaped. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** Escapes text for XML 1.0, as content or in a quoted attribute. */
export function escapeXml(text: string): string {
  return escapeHtml(text.replace(notXml, ''));
}

export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

/** The cover of an entry (https://www.rssboard.org/media-rss). */
export function mediaOf({ url, alt, size }: FeedCover): string {
  const sized = size ? ` type="image/jpeg" width="${size.width}" height="${size.height}"` : '';
  const words = alt === '' ? '' : element('media:description', alt);
  return `<media:content url="${escapeXml(url)}" medium="image"${sized}>${words}</media:content>`;
}

/** A note for visitors who open a feed in a browser; feed readers ignore unknown elements. */
export function wordsForPeople({ pageUrl }: Feed): string {
  return `<h:p>This is a feed. Copy its address into a feed reader to follow along, or <h:a href="${escapeXml(pageUrl)}">read on the site</h:a>.</h:p>`;
}

export function linkForPeople({ url, title }: FeedEntry): string {
  return `<h:a href="${escapeXml(url)}">${escapeXml(title)}</h:a>`;
}

export const namespaces =
  'xmlns:h="http://www.w3.org/1999/xhtml" xmlns:media="http://search.yahoo.com/mrss/"';
