/** Addresses for programs that follow the site. */
export const feedPath = '/feed.xml';
export const sitemapPath = '/sitemap.xml';
export const robotsPath = '/robots.txt';
