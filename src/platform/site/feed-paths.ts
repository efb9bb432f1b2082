/** Addresses of feeds, for what browsers load: the contract brings the schemas along. */

export const siteFeeds = { rss: '/feed.xml', atom: '/atom.xml', json: '/feed.json' } as const;

/** The RSS feed of a category. */
export function categoryFeedPath(category: string): string {
  return `${siteFeeds.rss}?category=${encodeURIComponent(category)}`;
}
