import type { Reader } from '../../storage/storage.ts';
import { countedBlogsMax, offsetHeader, totalHeader } from '../list-extent.ts';
import type { Position } from './blogs-page.ts';

/** Filter of a list; all blogs by default. */
export interface ListOf {
  readonly category?: string | undefined;
  readonly authorId?: string | undefined;
}

/** A page, with whether it has neighbours. */
export interface CountedPage {
  readonly rows: readonly { readonly id: string; readonly created_at: number }[];
  readonly next: unknown;
  readonly previous: unknown;
}

interface Ordered {
  readonly isOldestFirst: boolean;
}

/**
 * Counts the blogs of a list, or those before a position in its order. It walks the list's index, `countedBlogsMax + 1`
 * entries at most.
 */
async function countUpTo(
  db: Reader,
  { category, authorId }: ListOf,
  { before, isOldestFirst }: Ordered & { readonly before?: Position | undefined },
): Promise<number> {
  const order = isOldestFirst ? 'asc' : 'desc';
  let list = db
    .selectFrom('published_blogs as blogs')
    .select('blogs.id')
    .orderBy('blogs.created_at', order)
    .orderBy('blogs.id', order)
    .limit(countedBlogsMax + 1);
  if (category) list = list.where('blogs.category', '=', category);
  if (authorId !== undefined) list = list.where('blogs.author_id', '=', authorId);
  if (before) {
    list = list.where((eb) =>
      eb(
        eb.refTuple('blogs.created_at', 'blogs.id'),
        isOldestFirst ? '<' : '>',
        eb.tuple(before.createdAt, before.id),
      ),
    );
  }
  const { count } = await db
    .selectFrom(list.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * The headers with the place of a page in its list. `count` counts the list, or what comes before a position: a list of
 * one page needs no count, a longer one without it has no headers.
 */
export async function placeHeaders(
  { rows, next, previous }: CountedPage,
  count: ((before?: Position) => Promise<number>) | undefined,
): Promise<Readonly<Record<string, string>>> {
  const [first] = rows;
  if (!first) return {};
  if (!previous && !next) return { [totalHeader]: String(rows.length), [offsetHeader]: '0' };
  if (!count) return {};
  const [total, offset] = await Promise.all([
    count(),
    previous ? count({ createdAt: first.created_at, id: first.id }) : 0,
  ]);
  return {
    [totalHeader]: String(total),
    ...(offset <= countedBlogsMax && { [offsetHeader]: String(offset) }),
  };
}

/** As `placeHeaders`, for a list by date; a search (`of` is undefined) has none, as counting would scan all titles. */
export function extentHeaders(
  db: Reader,
  page: CountedPage,
  { of, isOldestFirst }: Ordered & { readonly of: ListOf | undefined },
): Promise<Readonly<Record<string, string>>> {
  const count = of && ((before?: Position) => countUpTo(db, of, { before, isOldestFirst }));
  return placeHeaders(page, count);
}
