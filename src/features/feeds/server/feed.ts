import { setImmediate as nextTurn } from 'node:timers/promises';
import { presentCover } from '../../../blog/server/present-blog.ts';
import { splitTags } from '../../../blog/tags.ts';
import { paths } from '../../../paths.ts';
import { ownPictureOf } from '../../../platform/text/own-picture.ts';
import type { FeedRow } from './feed-store.ts';

export interface FeedCover {
  readonly url: string;
  /** The alternative text; may be empty. */
  readonly alt: string;
  /** In pixels; undefined for an external picture. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
}

/** A blog in a feed; addresses are absolute, times in milliseconds since 1970. */
export interface FeedEntry {
  /** The same in every format, and permanent: feed readers recognize read entries by it. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  /** The full text; undefined where only the summary is available. */
  readonly html: string | undefined;
  readonly category: string;
  readonly tags: readonly string[];
  /** Undefined without an author account. */
  readonly author: { readonly name: string; readonly url: string } | undefined;
  readonly cover: FeedCover;
  readonly publishedAt: number;
  readonly updatedAt: number;
}

export interface Feed {
  readonly title: string;
  readonly description: string;
  /** The feed's own address. */
  readonly url: string;
  /** The address of the page with the same blogs. */
  readonly pageUrl: string;
  /** The WebSub hub that is notified of changes; undefined without one. */
  readonly hub: string | undefined;
  /** When an entry was last changed; 0 without entries. */
  readonly updatedAt: number;
  readonly entries: readonly FeedEntry[];
}

/** The language of the site's own texts. */
export const feedLanguage = 'en';
export const unknownAuthor = 'Unknown Author';

function coverOf(siteUrl: string, row: FeedRow): FeedCover {
  const address = presentCover(row);
  const { width, height } = ownPictureOf(address) ?? {};
  return {
    url: new URL(address, siteUrl).href,
    alt: row.image_alt,
    size: width && height ? { width, height } : undefined,
  };
}

/** Builds the entries of a feed. Yields to the event loop before each full text. */
export async function feedEntries(
  siteUrl: string,
  rows: readonly FeedRow[],
  texts: ReadonlyMap<string, string>,
): Promise<readonly FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (const row of rows) {
    const url = siteUrl + paths.blog.to(row.id);
    const html = texts.get(row.id);
    if (html !== undefined) await nextTurn();
    // Its parser of HTML is loaded by the first feed with texts.
    const full = html && (await import('./feed-html.ts')).feedHtml(html, url);
    entries.push({
      id: `urn:uuid:${row.id}`,
      url,
      title: row.title,
      summary: row.short_description,
      html: full,
      category: row.category,
      tags: splitTags(row.tags),
      author:
        row.author_id === null
          ? undefined
          : {
              name: row.author_name ?? unknownAuthor,
              url: siteUrl + paths.author.to(row.author_id),
            },
      cover: coverOf(siteUrl, row),
      publishedAt: row.created_at,
      updatedAt: row.updated_at,
    });
  }
  return entries;
}
