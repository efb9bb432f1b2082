import type { Span } from '../../../blog/server/blog-months.ts';
import { summaries } from '../../../blog/server/blog-rows.ts';
import { type Position, type Walked, walkByDate } from '../../../blog/server/blogs-page.ts';
import type { Reader } from '../../../storage/storage.ts';

interface Walk {
  readonly from: Position | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/**
 * The visible blogs of a span by date, from a position on. Each side of the range has a single bound: with two bounds
 * on one side SQLite may seek by the wider one, and then reads all rows between the two.
 */
export function walkSpan(
  db: Reader,
  { start, end }: Span,
  { from, order, limit }: Walk,
): Promise<Walked> {
  if (order === 'desc') {
    const latest = from && from.createdAt < end ? from : { createdAt: end, id: '' };
    const list = summaries(db).where('blogs.created_at', '>=', start);
    return walkByDate(list, { from: latest, order, limit });
  }
  const earliest = from && from.createdAt >= start ? from : { createdAt: start, id: '' };
  const list = summaries(db).where('blogs.created_at', '<', end);
  return walkByDate(list, { from: earliest, order, limit });
}
