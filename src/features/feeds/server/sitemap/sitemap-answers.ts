import { setImmediate as othersTurn } from 'node:timers/promises';
import { type BlogMonth, listMonths, spanOf } from '../../../../blog/server/blog-months.ts';
import type { Position } from '../../../../blog/server/blogs-page.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import { paths } from '../../../../paths.ts';
import { addressOf } from '../../../../platform/contract/call-api.ts';
import type { PageAddress } from '../../../../platform/contract/define-page-address.ts';
import type { Storage } from '../../../../storage/storage.ts';
import { sitemap, sitemapNotFound } from '../../contract/sitemap.ts';
import { entryXml, sitemapXml } from './sitemap-xml.ts';
import { type Listed, pagesOf, type Walk, walkAuthors, walkBlogs, walkTags } from './walks.ts';

interface SitemapLimits {
  /** Most addresses of a file: the protocol's bound. A site of more has an index. */
  readonly addressesMax: number;
  /** Addresses of a part: what one request makes, and memory keeps of it, is a megabyte or two. */
  readonly partMax: number;
}

export interface SitemapParts {
  readonly storage: Storage;
  /** Without a trailing slash. */
  readonly siteUrl: string;
  /** The protocol's by default. */
  readonly sitemapLimits?: SitemapLimits | undefined;
}

const pages: readonly PageAddress[] = Object.values<PageAddress>(paths);
const isPattern = (path: string) => /[:*]/.test(path);
const nameOf = ({ year, month }: BlogMonth) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;

/** The pages that have something to tell and stand for themselves, and those of the archive. */
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
/** Of authors and of tags, from the second part on with the key behind which it begins: found at once, however many there are. */
const namesPart = /^(authors|tags)(?:-([^\p{Cc}]{1,200}))?$/u;
/** Of the blogs of a month, from the second part on with its number. */
const monthPart = /^(\d{4}-\d{2})(?:-([2-9]|[1-9]\d{1,3}))?$/;
/** Parts of authors and of tags each: ten million of them. The protocol allows an index 50,000 in all. */
const namesPartsMax = 1_000;

/** The site map: one file as long as the protocol allows it, beyond that an index and parts by month. */
export function sitemapAnswers({
  storage: { reader },
  siteUrl,
  sitemapLimits = { addressesMax: 50_000, partMax: 10_000 },
}: SitemapParts): readonly Answer[] {
  const { addressesMax, partMax } = sitemapLimits;
  const urlOf = (listed: Listed) => entryXml('url', siteUrl, listed);
  const walks = { authors: walkAuthors(reader), tags: walkTags(reader) };
  /** All addresses; undefined where they are too many for one file. */
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

  /** Behind which keys the parts of a walk begin, the first of them behind none. */
  async function startsOf(walk: Walk<string>): Promise<readonly (string | undefined)[]> {
    const starts: (string | undefined)[] = [];
    let after: string | undefined;
    while (starts.length < namesPartsMax && (await walk.skip(after, 1)) !== undefined) {
      starts.push(after);
      after = await walk.skip(after, partMax);
      if (after === undefined) break;
      await othersTurn();
    }
    return starts;
  }

  async function indexEntries(months: readonly BlogMonth[]): Promise<readonly string[]> {
    const entryOf = (name: string, start: number | string | undefined, changedAt?: number) => {
      const part = start === undefined ? name : `${name}-${start}`;
      const path = addressOf(sitemap.path, {}, { part });
      return entryXml('sitemap', siteUrl, { path, ...(changedAt !== undefined && { changedAt }) });
    };
    const authors = await startsOf(walks.authors);
    const tags = await startsOf(walks.tags);
    return [
      entryOf(pagesPart, undefined),
      ...authors.map((start) => entryOf('authors', start)),
      ...tags.map((start) => entryOf('tags', start)),
      ...months.flatMap((month) =>
        Array.from({ length: Math.ceil(month.blogs / partMax) }, (_, index) =>
          entryOf(nameOf(month), index === 0 ? undefined : index + 1, month.changedAt),
        ),
      ),
    ];
  }

  /** The part of a walk behind a key. Throws `sitemap-not-found` where nothing lies there. */
  async function entriesOf<Key>(walk: Walk<Key>, after: Key | undefined) {
    const entries: string[] = [];
    for await (const listed of pagesOf(walk, { after, limit: partMax })) {
      entries.push(urlOf(listed));
    }
    if (entries.length === 0) throw sitemapNotFound();
    return entries;
  }

  async function monthEntries(name: string, piece: number): Promise<readonly string[]> {
    const [year, month] = name.split('-').map(Number);
    const found = (await listMonths(reader, year)).find((one) => one.month === month);
    if (!found || piece > Math.ceil(found.blogs / partMax)) throw sitemapNotFound();
    const walk = walkBlogs(reader, spanOf(found.year, found.month));
    let after: Position | undefined;
    for (let before = 1; before < piece; before += 1) {
      after = await walk.skip(after, partMax);
      if (after === undefined) throw sitemapNotFound();
      await othersTurn();
    }
    return entriesOf(walk, after);
  }

  async function partEntries(part: string): Promise<readonly string[]> {
    if (part === pagesPart) return fixedPages(await listMonths(reader)).map(urlOf);
    const [, kind, after] = namesPart.exec(part) ?? [];
    if (kind === 'authors' || kind === 'tags') return entriesOf(walks[kind], after);
    const [, name, piece = '1'] = monthPart.exec(part) ?? [];
    if (name === undefined) throw sitemapNotFound();
    return monthEntries(name, Number(piece));
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
