import { authorNotFound, tagNotFound } from '../../../blog/contract.ts';
import { type FoundTag, findTag } from '../../../blog/server/tags/find-tags.ts';
import { paths } from '../../../paths.ts';
import { addressOf } from '../../../platform/contract/call-api.ts';
import type { ReadEndpoint } from '../../../platform/contract/define-endpoint.ts';
import { invalidInput } from '../../../platform/contract/problems.ts';
import type { Reading } from '../../../platform/site/own-settings.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Storage } from '../../../storage/storage.ts';
import type { FeedPart } from '../contract/feeds.ts';
import { type Feed, feedEntries } from './feed.ts';
import { type FeedRow, findAuthorName, findForFeed, findTexts } from './feed-store.ts';

export interface FeedSource {
  readonly storage: Storage;
  /** The site's public address, without a trailing slash. */
  readonly siteUrl: string;
  readonly siteName: () => Promise<string>;
  /** A sentence that describes the site. */
  readonly siteIntro: () => Promise<string>;
  /** Who may read full texts; on a members-only site, feeds contain short descriptions. */
  readonly reading: () => Promise<Reading>;
  /** The WebSub hub; undefined without one. */
  readonly hub: string | undefined;
}

interface About {
  /** Without the site's name; empty for the whole site. */
  readonly title: string;
  readonly description: string;
  /** Path of the page with the same blogs. */
  readonly pagePath: string;
}

async function aboutOf(
  source: FeedSource,
  { category, author }: FeedPart,
  tag: FoundTag | undefined,
): Promise<About> {
  if (tag) {
    return {
      title: tag.name,
      description: `Blogs about ${tag.name}.`,
      pagePath: paths.tag.to(tag.tag),
    };
  }
  if (author) {
    const name = isId(author) ? await findAuthorName(source.storage.reader, author) : undefined;
    // A person without published blogs is no author.
    if (name === undefined) throw authorNotFound();
    return { title: name, description: `Blogs by ${name}.`, pagePath: paths.author.to(author) };
  }
  if (category) {
    return {
      title: category,
      description: `Blogs about ${category === 'Other' ? 'other things' : category.toLowerCase()}.`,
      pagePath: paths.allBlogs.to({ filter: category }),
    };
  }
  return { title: '', description: await source.siteIntro(), pagePath: paths.home.to() };
}

/** Builds a feed of these blogs; `path` is the feed's own, with its query. */
export async function feedOf(
  source: FeedSource,
  { title, description, pagePath }: About,
  rows: readonly FeedRow[],
  path: string,
): Promise<Feed> {
  const { storage, siteUrl, siteName, reading, hub } = source;
  const isOpen = (await reading()) === 'public';
  const texts = isOpen
    ? await findTexts(
        storage.reader,
        rows.map(({ id }) => id),
      )
    : new Map<string, string>();
  const name = await siteName();
  return {
    title: title === '' ? name : `${title} | ${name}`,
    description,
    url: siteUrl + path,
    pageUrl: siteUrl + pagePath,
    hub,
    updatedAt: Math.max(0, ...rows.map(({ updated_at }) => updated_at)),
    entries: await feedEntries(siteUrl, rows, texts),
  };
}

/**
 * Builds the feed of a part of the site. Throws `invalid-input` for more than one filter, `author-not-found`,
 * `tag-not-found`.
 */
export async function buildFeed(
  source: FeedSource,
  part: FeedPart,
  {
    path,
    params,
  }: Pick<ReadEndpoint, 'path'> & { readonly params?: { id?: string; tag?: string } },
): Promise<Feed> {
  if (Object.values(part).filter(Boolean).length > 1) {
    const message = 'A feed is of a category, an author or a tag: name one.';
    throw invalidInput({ message, issues: [{ path: 'author', message }] });
  }
  const found = part.tag ? await findTag(source.storage.reader, part.tag) : undefined;
  if (part.tag && !found) throw tagNotFound();
  // Every spelling of a tag gives the same feed, under the tag's key.
  const tag = found?.tag ?? '';
  const about = await aboutOf(source, part, found);
  const rows = await findForFeed(source.storage.reader, { ...part, tag });
  const address = params
    ? addressOf(path, { ...params, ...(tag && { tag }) })
    : addressOf(path, {}, { ...part, tag });
  return feedOf(source, about, rows, address);
}
