import { setImmediate as othersTurn } from 'node:timers/promises';
import { type BlogMonth, listMonths, spanOf } from '../../../../blog/server/blog-months.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { paths } from '../../../../paths.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import type { PageAddress } from '../../../../platform/contract/define-page-address.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { sitemap, sitemapNotFound } from '../../contract/sitemap.ts';
import { entryXml, sitemapXml } from './sitemap-xml.ts';
import { type Listed, pagesOf, type Walk, walkAuthors, walkBlogs, walkTags } from './walks.ts';

interface SitemapLimits {
  /** Addresses per file, at most: the protocol's limit. A larger site gets an index. */
  readonly addressesMax: number;
  /** Addresses per part, so that a reply, and its cached copy, is a megabyte or two. */
  readonly partMax: number;
}

export interface SitemapParts {
  readonly storage: Storage;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** The protocol's limits by default. */
  readonly sitemapLimits?: SitemapLimits | undefined;
}

const pages: readonly PageAddress[] = Object.values<PageAddress>(paths);
const isPattern = (path: string) => /[:*]/.test(path);
const nameOf = ({ year, month }: BlogMonth) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;

/** Listed pages that have content of their own, and those of the archive. */
function fixedPages(months: readonly BlogMonth[]): readonly Listed[] {
  const listed = pages.filter(({ isListed, tags, path }) => isListed && tags && !isPattern(path));
  const years = new Set(months.map((month) => nameOf(month).slice(0, 4)));
  return [
    ...listed.map(({ path }) => ({ path })),
    ...Array.from(years, (year) => ({ path: paths.archiveYear.to(year) })),
    ...months.map((month) => {
      const [year = '', name = ''] = nameOf(month).split('-');
      return { path: paths.archiveMonth.to(year, name) };
    }),
  ];
}

const pagesPart = 'pages';
/** The name of a part: what it lists, and, from the second part on, its number. */
const partName = /^(authors|tags|\d{4}-\d{2})(?:-([2-9]|[1-9]\d{1,3}))?$/;

/** The sitemap: one file up to the protocol's limit; above it, an index, with parts by month. */
export function sitemapAnswers({
  storage: { reader },
  siteUrl,
  sitemapLimits = { addressesMax: 50_000, partMax: 10_000 },
}: SitemapParts): readonly Answer[] {
  const { addressesMax, partMax } = sitemapLimits;
  const urlOf = (listed: Listed) => entryXml('url', siteUrl, listed);
  const walks = { authors: walkAuthors(reader), tags: walkTags(reader) };
  /** Authors and tags are listed up to one file's worth; links from their blogs lead to the others. */
  const piecesMax = Math.ceil(addressesMax / partMax);

  /** All addresses; undefined where they exceed one file. */
  async function allEntries(months: readonly BlogMonth[]): Promise<readonly string[] | undefined> {
    const entries = fixedPages(months).map(urlOf);
    const blogs = months.reduce((sum, month) => sum + month.blogs, 0);
    if (entries.length + blogs > addressesMax) return undefined;
    const all: readonly Walk[] = [walkBlogs(reader), walks.authors, walks.tags];
    for (const walk of all) {
      for await (const listed of pagesOf(walk, { limit: addressesMax + 1 })) {
        if (entries.length === addressesMax) return undefined;
        entries.push(urlOf(listed));
      }
    }
    return entries;
  }

  /** The number of parts that a walk needs, up to `piecesMax`. */
  async function countPieces(walk: Walk): Promise<number> {
    let after: unknown;
    for (let pieces = 0; pieces < piecesMax; pieces += 1) {
      if ((await walk.skip(after, 1)) === undefined) return pieces;
      after = await walk.skip(after, partMax);
      if (after === undefined) return pieces + 1;
      await othersTurn();
    }
    return piecesMax;
  }

  async function indexEntries(months: readonly BlogMonth[]): Promise<readonly string[]> {
    const parts = (name: string, pieces: number, changedAt?: number) =>
      Array.from({ length: pieces }, (_, index) => {
        const part = index === 0 ? name : `${name}-${index + 1}`;
        const path = addressOf(sitemap.path, {}, { part });
        return entryXml('sitemap', siteUrl, {
          path,
          ...(changedAt !== undefined && { changedAt }),
        });
      });
    return [
      ...parts(pagesPart, 1),
      ...parts('authors', await countPieces(walks.authors)),
      ...parts('tags', await countPieces(walks.tags)),
      ...months.flatMap((month) =>
        parts(nameOf(month), Math.ceil(month.blogs / partMax), month.changedAt),
      ),
    ];
  }

  /**
   * What a part lists, and the number of parts of that name at most. Throws `sitemap-not-found` for an unknown name.
   */
  async function walkOf(name: string): Promise<{ readonly walk: Walk; readonly pieces: number }> {
    if (name === 'authors' || name === 'tags') return { walk: walks[name], pieces: piecesMax };
    const [year, month] = name.split('-').map(Number);
    const found = (await listMonths(reader, year)).find((one) => one.month === month);
    if (!found) throw sitemapNotFound();
    const walk = walkBlogs(reader, spanOf(found.year, found.month));
    return { walk, pieces: Math.ceil(found.blogs / partMax) };
  }

  async function partEntries(part: string): Promise<readonly string[]> {
    if (part === pagesPart) return fixedPages(await listMonths(reader)).map(urlOf);
    const [, name = '', place = '1'] = partName.exec(part) ?? [];
    if (name === '') throw sitemapNotFound();
    const { walk, pieces } = await walkOf(name);
    const piece = Number(place);
    if (piece > pieces) throw sitemapNotFound();
    let after: unknown;
    for (let before = 1; before < piece; before += 1) {
      after = await walk.skip(after, partMax);
      if (after === undefined) throw sitemapNotFound();
      await othersTurn();
    }
    const entries: string[] = [];
    for await (const listed of pagesOf(walk, { after, limit: partMax })) {
      entries.push(urlOf(listed));
    }
    if (entries.length === 0) throw sitemapNotFound();
    return entries;
  }

  return [
    answer(sitemap, async ({ query: { part } }) => {
      if (part !== '') return sitemapXml('url', await partEntries(part));
      const months = await listMonths(reader);
      const entries = await allEntries(months);
      return entries
        ? sitemapXml('url', entries)
        : sitemapXml('sitemap', await indexEntries(months));
    }),
  ];
}
