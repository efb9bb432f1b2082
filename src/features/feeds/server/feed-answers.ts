import { type Answer, answer } from '../../../identity/answer.ts';
import type { Storage } from '../../../storage/storage.ts';
import { feed, robots, sitemap } from '../contract.ts';
import { findForFeed, findForSitemap } from './feed-store.ts';
import { atomFeed, robotsText, sitemapText } from './feed-text.ts';

export interface FeedParts {
  readonly storage: Storage;
  /** What the site is reached by, without a trailing slash. */
  readonly siteUrl: string;
  /** Addresses that search engines have no use for: only programs ask for them. */
  readonly unlistedPrefixes: readonly string[];
}

/** For search engines and feed readers. */
export function feedAnswers({ storage, siteUrl, unlistedPrefixes }: FeedParts): readonly Answer[] {
  return [
    answer(robots, async () => robotsText(siteUrl, unlistedPrefixes)),
    answer(sitemap, async () => sitemapText(siteUrl, await findForSitemap(storage.reader))),
    answer(feed, async () => atomFeed(siteUrl, await findForFeed(storage.reader))),
  ];
}
