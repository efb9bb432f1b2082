import { invalidInput } from '../../platform/contract/problems.ts';
import { isId } from '../../platform/text/id.ts';
import type { SummaryRow, summaries } from './blog-rows.ts';

/** A position in a list that is ordered by time. */
export interface Position {
  readonly createdAt: number;
  readonly id: string;
}

/** Where a page begins, after a blog; with `isBefore`, where it ends, before a blog. */
export interface PageBoundary extends Position {
  readonly isBefore?: true;
}

export interface BlogsPage {
  readonly rows: readonly SummaryRow[];
  /** Where the next page begins; undefined where there is none. */
  readonly next: PageBoundary | undefined;
  /** Where the previous page ends; undefined on the first page. */
  readonly previous: PageBoundary | undefined;
}

/** Rows in list order, `limit` at most, and the position of the next page. */
export interface Walked {
  readonly rows: readonly SummaryRow[];
  readonly next: Position | undefined;
}

type Walk = (from: Position | undefined, isBackwards: boolean) => Promise<Walked>;

function positionOf({ created_at, id }: SummaryRow): Position {
  return { createdAt: created_at, id };
}

/**
 * Reads one page of a list from a position, forwards or backwards. A backward walk that reaches the beginning returns
 * the whole first page, including blogs published meanwhile.
 */
export async function pageAt(
  place: PageBoundary | undefined,
  limit: number,
  walk: Walk,
): Promise<BlogsPage> {
  if (place?.isBefore) {
    const { rows, next } = await walk(place, true);
    if (next || rows.length === limit) {
      const [last] = rows;
      return {
        rows: rows.toReversed(),
        next: last && positionOf(last),
        previous: next && { ...next, isBefore: true },
      };
    }
  }
  const from = place?.isBefore ? undefined : place;
  const { rows, next } = await walk(from, false);
  const [first] = rows;
  return { rows, next, previous: from && first && { ...positionOf(first), isBefore: true } };
}

/** Blogs by date from a position. Keyset pagination: page 1,000 costs what page 1 does. */
export async function walkByDate(
  list: ReturnType<typeof summaries>,
  { from, order, limit }: { from: Position | undefined; order: 'asc' | 'desc'; limit: number },
): Promise<Walked> {
  let query = list.orderBy('blogs.created_at', order).orderBy('blogs.id', order);
  if (from) {
    const beyond = order === 'asc' ? '>' : '<';
    query = query.where((eb) =>
      eb(eb.refTuple('blogs.created_at', 'blogs.id'), beyond, eb.tuple(from.createdAt, from.id)),
    );
  }
  // One extra row tells whether there is a next page.
  const found = await query.limit(limit + 1).execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? positionOf(last) : undefined };
}

/** A page of a list that was read as a whole. */
interface CutPage<Item> {
  readonly page: readonly Item[];
  /** Number of items before the page's first. */
  readonly offset: number;
  /** Where the next page begins, after an item; undefined where there is none. */
  readonly next: Position | undefined;
}

/** Cuts a page from a short list, newest first, after a position. */
export function cutPage<Item>(
  all: readonly Item[],
  positionIn: (item: Item) => Position,
  { from, limit }: { readonly from: Position | undefined; readonly limit: number },
): CutPage<Item> {
  const isBehind = (item: Item) => {
    const { createdAt, id } = positionIn(item);
    return !from || createdAt < from.createdAt || (createdAt === from.createdAt && id < from.id);
  };
  const rest = all.filter(isBehind);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const next = last && rest.length > limit ? positionIn(last) : undefined;
  return { page, offset: all.length - rest.length, next };
}

const before = 'before.';

/** Encodes a position as a cursor for URLs. */
export function encodeCursor({ createdAt, id, isBefore }: PageBoundary): string {
  return Buffer.from(`${isBefore ? before : ''}${createdAt}.${id}`).toString('base64url');
}

/** Decodes a cursor. Throws `invalid-input` where `encodeCursor` didn't make it. */
export function decodeCursor(cursor: string): PageBoundary {
  const [, isBefore, time, id] =
    /^(before\.)?(\d{1,15})\.(.{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const place: PageBoundary = {
    createdAt: Number(time),
    id: id ?? '',
    ...(isBefore && { isBefore: true }),
  };
  if (!isId(place.id) || encodeCursor(place) !== cursor) {
    const message = 'cursor is not one that this site handed out.';
    throw invalidInput({ message, issues: [{ path: 'cursor', message }] });
  }
  return place;
}

/** The `Link` header (RFC 8288) of a page; undefined where there are no other pages. */
export function linksOf(
  { next, previous }: Pick<BlogsPage, 'next' | 'previous'>,
  addressAt: (cursor: string) => string,
): string | undefined {
  const links = [
    next && `<${addressAt(encodeCursor(next))}>; rel="next"`,
    previous && `<${addressAt(encodeCursor(previous))}>; rel="prev"`,
  ].filter((link) => link !== undefined);
  return links.length > 0 ? links.join(', ') : undefined;
}
