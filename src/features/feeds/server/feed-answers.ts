import { authorNotFound, tagNotFound } from '../../../blog/contract.ts';
import { findTag } from '../../../blog/server/tags/find-tags.ts';
import { type Answer, answer } from '../../../identity/answer.ts';
import { paths } from '../../../paths.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Storage } from '../../../storage/storage.ts';
import { authorFeed, feed, robots, securityContact, sitemap, tagFeed } from '../contract.ts';
import { findForFeed, findForSitemap, findForTagFeed, findTagsForSitemap } from './feed-store.ts';
import { atomFeed, robotsText, securityText, sitemapText } from './feed-text.ts';

export interface FeedParts {
  readonly storage: Storage;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
  /** Addresses that search engines have no use for: only programs ask for them. */
  readonly unlistedPrefixes: readonly string[];
  /** The contact for security reports, as `mailto:` or `https:`; by default the site's own page for messages. */
  readonly securityContact: string | undefined;
}

/** For search engines and feed readers. */
export function feedAnswers(parts: FeedParts): readonly Answer[] {
  const { storage, siteUrl, siteName, unlistedPrefixes } = parts;
  return [
    answer(robots, async () => robotsText(siteUrl, unlistedPrefixes)),
    answer(sitemap, async () => {
      const tags = await findTagsForSitemap(storage.reader);
      return sitemapText(siteUrl, { blogs: await findForSitemap(storage.reader), tags });
    }),
    answer(securityContact, async () =>
      securityText({ siteUrl, contact: parts.securityContact, now: Date.now() }),
    ),
    answer(feed, async () => {
      const blogs = await findForFeed(storage.reader);
      const facts = { title: await siteName(), path: feed.path, pagePath: paths.home.to() };
      return atomFeed(siteUrl, facts, blogs);
    }),
    answer(authorFeed, async ({ params: { id } }) => {
      const blogs = isId(id) ? await findForFeed(storage.reader, { authorId: id }) : [];
      // Who has nothing published is no author.
      const [first] = blogs;
      if (!first) throw authorNotFound();
      const title = `${first.author_name} | ${await siteName()}`;
      const path = addressOf(authorFeed.path, { id });
      return atomFeed(siteUrl, { title, path, pagePath: paths.author.to(id) }, blogs);
    }),
    answer(tagFeed, async ({ params }) => {
      const found = await findTag(storage.reader, params.tag);
      if (!found) throw tagNotFound();
      const { tag, name } = found;
      const title = `${name} | ${await siteName()}`;
      const path = addressOf(tagFeed.path, { tag });
      const blogs = await findForTagFeed(storage.reader, tag);
      return atomFeed(siteUrl, { title, path, pagePath: paths.tag.to(tag) }, blogs);
    }),
  ];
}
