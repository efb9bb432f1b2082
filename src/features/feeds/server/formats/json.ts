import { isoOf } from '../../../../platform/text/iso-of.ts';
import { type Feed, type FeedEntry, feedLanguage, unknownAuthor } from '../feed.ts';

function itemOf(entry: FeedEntry) {
  const { id, url, title, summary, html, category, tags, author, cover, publishedAt, updatedAt } =
    entry;
  return {
    id,
    url,
    title,
    summary,
    // JSON Feed requires one of the two.
    ...(html === undefined ? { content_text: summary } : { content_html: html }),
    image: cover.url,
    date_published: isoOf(publishedAt),
    date_modified: isoOf(updatedAt),
    authors: [author ?? { name: unknownAuthor }],
    tags: [category, ...tags],
    language: feedLanguage,
  };
}

/** A feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonText({ title, description, url, pageUrl, hub, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: pageUrl,
    feed_url: url,
    description,
    language: feedLanguage,
    ...(hub !== undefined && { hubs: [{ type: 'WebSub', url: hub }] }),
    items: entries.map(itemOf),
  });
}
