import { defineFeature } from '../../identity/define-feature.ts';
import { createFetchPublic } from '../../platform/outgoing/fetch-public.ts';
import { startBackground } from '../../storage/background/background.ts';
import type { Write } from '../../storage/storage.ts';
import * as contract from './contract/feeds.ts';
import * as sitemap from './contract/sitemap.ts';
import * as wishlist from './contract/wishlist-feed.ts';
import { announceDue, wantedServices } from './server/announce/announce.ts';
import {
  type Announced,
  announcementRetention,
  announcementsTag,
  noteAnnouncement,
} from './server/announce/announcement-store.ts';
import { serveIndexNowKey } from './server/announce/serve-key.ts';
import { type FeedParts, feedAnswers } from './server/feed-answers.ts';
import { sitemapAnswers } from './server/sitemap/sitemap-answers.ts';
import { personalFeedToken } from './server/wishlist/feed-tokens.ts';
import {
  type WishlistFeedParts,
  wishlistFeedAnswers,
} from './server/wishlist/wishlist-feed-answers.ts';

interface FeedConfig {
  readonly securityContact: string | undefined;
  readonly webSubHub: string | undefined;
  readonly indexNowKey: string | undefined;
}

interface Parts extends Omit<FeedParts, 'securityContact' | 'hub'>, Omit<WishlistFeedParts, 'hub'> {
  readonly config: FeedConfig;
  readonly isHttps: boolean;
  readonly logErrors: (what: string) => (error: unknown) => void;
}

/** Longest interval between two checks for due announcements, in milliseconds. */
const everyMs = 30_000;

/**
 * Queues announcements of new and changed blogs for the configured services, within the write that publishes or changes
 * a blog.
 */
export function createAnnouncing({ webSubHub: hub, indexNowKey }: FeedConfig) {
  const services = wantedServices({ hub, indexNowKey });
  return (write: Write, blog: Announced) => noteAnnouncement(write, services, blog);
}

export const feedsFeature = defineFeature({
  name: 'feeds',
  contracts: [contract, sitemap, wishlist],
  retention: announcementRetention,
  notInBackups: {
    announcements: 'what was told of since would be told of again',
    feed_tokens: 'an address that was changed or ended since must not work again',
  },
  personalData: (storage) => [personalFeedToken(storage)],
  start({ config, isHttps, logErrors, ...parts }: Parts) {
    const { storage, siteUrl } = parts;
    const { securityContact, webSubHub: hub, indexNowKey } = config;
    const source = { ...parts, hub };
    const onError = logErrors('others not told of new blogs');
    const announcer = {
      storage,
      siteUrl,
      hub,
      indexNowKey,
      fetchPublic: createFetchPublic(),
      onError,
    };
    return {
      answers: [
        ...feedAnswers({ ...source, securityContact }),
        ...sitemapAnswers({ storage, siteUrl }),
        ...wishlistFeedAnswers(source),
      ],
      ...(indexNowKey !== undefined && { serve: serveIndexNowKey(indexNowKey, isHttps) }),
      jobs:
        wantedServices(announcer).length > 0
          ? [
              () =>
                startBackground({
                  storage,
                  tag: announcementsTag,
                  everyMs,
                  work: (signal) => announceDue(announcer, signal),
                  onError,
                }),
            ]
          : [],
    };
  },
});
