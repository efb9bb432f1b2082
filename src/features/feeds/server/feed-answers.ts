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
  /** Prefixes of addresses for programs only, such as `/api/`: disallowed for crawlers. */
  readonly unlistedPrefixes: readonly string[];
  /** The contact for security reports, as `mailto:` or `https:`; the site's contact page by default. */
  readonly securityContact: string | undefined;
}

/** A feed opened as a document may load its style sheet and nothing else. */
const policy =
  "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Sets a feed's security policy and its hub (WebSub, section 4). */
export function nameHeaders(reply: CallReply, { url, hub }: Pick<Feed, 'url' | 'hub'>): void {
  reply.header('content-security-policy', policy);
  if (hub !== undefined) reply.header('link', `<${hub}>; rel="hub", <${url}>; rel="self"`);
}

/** Addresses whose last time is remembered. */
const timesMax = 1_000;

/**
 * Times for `Last-Modified`, in milliseconds since 1970: of each rendering of an address another second, as a reader that
 * goes by it would miss a second change within one.
 */
function createTimes(): (address: string) => number {
  const times = new Map<string, number>();
  return (address) => {
    const now = Math.floor(Date.now() / 1_000) * 1_000;
    const time = Math.max(now, (times.get(address) ?? 0) + 1_000);
    if (times.size >= timesMax) times.clear();
    times.set(address, time);
    return time;
  };
}

/** Feeds, sitemap and site files for crawlers and feed readers. */
export function feedAnswers(parts: FeedParts): readonly Answer[] {
  const { siteUrl, unlistedPrefixes } = parts;
  const timeOf = createTimes();

  function say(reply: CallReply, made: Feed, write: (feed: Feed) => string): string {
    nameHeaders(reply, made);
    // The rendering time: cached replies are rendered again only after a change, and the newest entry's time doesn't
    // show that an entry was removed.
    reply.header('last-modified', new Date(timeOf(made.url)).toUTCString());
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
