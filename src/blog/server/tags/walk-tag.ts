import type { Reader } from '../../../storage/storage.ts';
import { summaries } from '../blog-rows.ts';
import type { Position, Walked } from '../blogs-page.ts';

interface Walk {
  readonly from?: Position | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
}

/** Ids of a tag's visible blogs by date, from a position: a walk along the tag's index. */
export async function blogsOfTag(
  db: Reader,
  tag: string,
  { from, order, limit }: Walk,
): Promise<readonly Position[]> {
  let query = db
    .selectFrom('blog_tags')
    .select(['blog_id as id', 'created_at as createdAt'])
    .where('tag', '=', tag)
    .where('visible', '=', 1)
    .orderBy('created_at', order)
    .orderBy('blog_id', order)
    .limit(limit);
  if (from) {
    const beyond = order === 'asc' ? '>' : '<';
    query = query.where((eb) =>
      eb(eb.refTuple('created_at', 'blog_id'), beyond, eb.tuple(from.createdAt, from.id)),
    );
  }
  return query.execute();
}

/** A tag's blogs with the columns of lists, `limit` at most, and the position of the next page. */
export async function walkTag(db: Reader, tag: string, walk: Walk): Promise<Walked> {
  // One extra row tells whether there is a next page.
  const found = await blogsOfTag(db, tag, { ...walk, limit: walk.limit + 1 });
  const places = found.slice(0, walk.limit);
  if (places.length === 0) return { rows: [], next: undefined };
  const rows = await summaries(db)
    .where(
      'blogs.id',
      'in',
      places.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    rows: places.flatMap(({ id }) => byId.get(id) ?? []),
    next: found.length > walk.limit ? places.at(-1) : undefined,
  };
}
