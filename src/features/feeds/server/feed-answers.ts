import { type Answer, answer } from '../../../identity/answer.ts';
import type { CallReply } from '../../../platform/http/answers/answers.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  atomFeed,
  authorFeed,
  feed,
  feedStyle,
  jsonFeed,
  robots,
  securityContact,
  tagFeed,
} from '../contract/feeds.ts';
import { buildFeed, type FeedSource } from './build-feed.ts';
import type { Feed } from './feed.ts';
import { feedStyleText } from './feed-style.ts';
import { atomText } from './formats/atom.ts';
import { jsonText } from './formats/json.ts';
import { rssText } from './formats/rss.ts';
import { robotsText, securityText } from './site-texts.ts';

export interface FeedParts extends FeedSource {
  readonly storage: Storage;
  /** Addresses that search engines have no use for: only programs ask for them. */
  readonly unlistedPrefixes: readonly string[];
  /** The contact for security reports, as `mailto:` or `https:`; by default the site's own page for messages. */
  readonly securityContact: string | undefined;
}

/** Opened by itself a feed may load its style sheet, and nothing else. */
const policy =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** What a feed's reply says besides: what it may load, and its hub (WebSub, 4). */
export function nameHeaders(reply: CallReply, { url, hub }: Pick<Feed, 'url' | 'hub'>): void {
  reply.header('content-security-policy', policy);
  if (hub !== undefined) reply.header('link', `<${hub}>; rel="hub", <${url}>; rel="self"`);
}

/** For search engines and feed readers. */
export function feedAnswers(parts: FeedParts): readonly Answer[] {
  const { siteUrl, unlistedPrefixes } = parts;

  function say(reply: CallReply, made: Feed, write: (feed: Feed) => string): string {
    nameHeaders(reply, made);
    // Kept replies are made anew after a change only; the time of the newest entry would hide that one was taken down.
    reply.header('last-modified', new Date().toUTCString());
    return write(made);
  }

  return [
    answer(robots, async () => robotsText(siteUrl, unlistedPrefixes)),
    answer(securityContact, async () =>
      securityText({ siteUrl, contact: parts.securityContact, now: Date.now() }),
    ),
    answer(feedStyle, async () => feedStyleText),
    answer(feed, async ({ query }, { reply }) =>
      say(reply, await buildFeed(parts, query, feed), rssText),
    ),
    answer(atomFeed, async ({ query }, { reply }) =>
      say(reply, await buildFeed(parts, query, atomFeed), atomText),
    ),
    answer(jsonFeed, async ({ query }, { reply }) =>
      say(reply, await buildFeed(parts, query, jsonFeed), jsonText),
    ),
    answer(authorFeed, async ({ params }, { reply }) => {
      const part = { category: '', author: params.id, tag: '' } as const;
      const made = await buildFeed(parts, part, { path: authorFeed.path, params });
      return say(reply, made, atomText);
    }),
    answer(tagFeed, async ({ params }, { reply }) => {
      const part = { category: '', author: '', tag: params.tag } as const;
      const made = await buildFeed(parts, part, { path: tagFeed.path, params });
      return say(reply, made, atomText);
    }),
  ];
}
