import { type Answer, answer } from '../../../identity/answer.ts';
import type { Storage } from '../../../storage/storage.ts';
import { feed, robots, securityContact, sitemap } from '../contract.ts';
import { findForFeed, findForSitemap } from './feed-store.ts';
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
    answer(sitemap, async () => sitemapText(siteUrl, await findForSitemap(storage.reader))),
    answer(securityContact, async () =>
      securityText({ siteUrl, contact: parts.securityContact, now: Date.now() }),
    ),
    answer(feed, async () =>
      atomFeed(siteUrl, await siteName(), await findForFeed(storage.reader)),
    ),
  ];
}
