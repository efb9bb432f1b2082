/** Addresses of feeds for browser code, which must not load the contract with its schemas. */

export const siteFeeds = { rss: '/feed.xml', atom: '/atom.xml', json: '/feed.json' } as const;

/** The RSS feed of a category. */
export function categoryFeedPath(category: string): string {
  return `${siteFeeds.rss}?category=${encodeURIComponent(category)}`;
}
