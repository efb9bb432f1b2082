import { type SummaryRow, summaries } from '../../../blog/server/blog-rows.ts';
import type { AllBlogsRequest } from '../../../paths.ts';
import { invalidInput } from '../../../platform/contract/problems.ts';
import { isId } from '../../../platform/text/id.ts';
import type { Reader } from '../../../storage/storage.ts';
import { findTitles, type Position } from './find-titles.ts';
import type { TitleSearch } from './title-search.ts';

/** What an address asks for, with its search planned and its cursor read. */
export interface ListRequest extends Omit<AllBlogsRequest, 'search' | 'cursor'> {
  readonly search: TitleSearch | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
}

/** One page of a list. */
export interface BlogsPage {
  readonly rows: readonly SummaryRow[];
  /** Where the next page begins; undefined where there is none. */
  readonly next: Position | undefined;
}

/**
 * One page of all blogs by date. It seeks by key, so page 1,000 costs what page 1 does. A page of a search may be short,
 * or empty, though there is a next: see `findTitles`.
 */
export async function findPage(db: Reader, request: ListRequest): Promise<BlogsPage> {
  const { search, sort } = request;
  const order = sort === 'oldest' ? 'asc' : 'desc';
  const query = summaries(db).orderBy('blogs.created_at', order).orderBy('blogs.id', order);
  if (search) {
    const found = await findTitles(db, { ...request, search, isOldestFirst: order === 'asc' });
    if (found.ids.length === 0) return { rows: [], next: found.next };
    return { rows: await query.where('blogs.id', 'in', found.ids).execute(), next: found.next };
  }
  const { filter, after, limit } = request;
  const beyond = order === 'asc' ? '>' : '<';
  let list = filter ? query.where('blogs.category', '=', filter) : query;
  if (after) {
    list = list.where((eb) =>
      eb(eb.refTuple('blogs.created_at', 'blogs.id'), beyond, eb.tuple(after.createdAt, after.id)),
    );
  }
  // One more than asked tells whether there is a next page.
  const found = await list.limit(limit + 1).execute();
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { rows, next: hasMore ? { createdAt: last.created_at, id: last.id } : undefined };
}

/** A position as the text that travels in a URL. */
export function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt}.${id}`).toString('base64url');
}

/** Throws `invalid-input` for a text that `encodeCursor` didn't make. */
export function decodeCursor(cursor: string): Position {
  const [, time, id] =
    /^(\d{1,15})\.(.{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = { createdAt: Number(time), id: id ?? '' };
  if (!isId(position.id) || encodeCursor(position) !== cursor) {
    const message = 'cursor is not one that this site handed out.';
    throw invalidInput({ message, issues: [{ path: 'cursor', message }] });
  }
  return position;
}
