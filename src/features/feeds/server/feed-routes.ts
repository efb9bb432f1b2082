import type { FastifyInstance } from 'fastify';
import { paths } from '../../../paths.ts';
import type { Storage } from '../../../storage/storage.ts';
import { feedPath, robotsPath, sitemapPath } from '../feed-paths.ts';
import { findForFeed, findForSitemap } from './feed-store.ts';
import { atomFeed, sitemap } from './feed-text.ts';

export interface FeedRoutesOptions {
  readonly storage: Storage;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
}

/** Addresses that search engines have no use for: what only members see, and what only programs ask for. */
const unlisted = [
  '/api/',
  '/identity/',
  paths.account.to(),
  paths.addBlog.to(),
  paths.wishlist.to(),
  paths.updateBlog.to(''),
];
/** Whose pages are listed although the rest of their folder isn't. */
const listed = [paths.signIn.to(), paths.signUp.to()];

/** For search engines and feed readers: robots.txt, a site map and an Atom feed. */
export function feedRoutes(app: FastifyInstance, { storage, siteUrl }: FeedRoutesOptions): void {
  const options = { schema: { hide: true } };

  app.get(robotsPath, options, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          'User-agent: *',
          ...listed.map((path) => `Allow: ${path}`),
          ...unlisted.map((path) => `Disallow: ${path}`),
          '',
          `Sitemap: ${siteUrl}${sitemapPath}`,
          '',
        ].join('\n'),
      ),
  );

  app.get(sitemapPath, options, async (_request, reply) => {
    const blogs = await findForSitemap(storage.reader);
    return reply.type('application/xml; charset=utf-8').send(sitemap(siteUrl, blogs));
  });

  app.get(feedPath, options, async (_request, reply) => {
    const blogs = await findForFeed(storage.reader);
    return reply.type('application/atom+xml; charset=utf-8').send(atomFeed(siteUrl, blogs));
  });
}
