import { type SqlBool, sql } from 'kysely';
import { countedBlogsMax } from '../../../blog/list-extent.ts';
import { summaries } from '../../../blog/server/blog-rows.ts';
import { type Position, walkByDate } from '../../../blog/server/blogs-page.ts';
import type { Reader } from '../../../storage/storage.ts';

interface Walk {
  readonly from: Position | undefined;
  readonly order: 'asc' | 'desc';
  /** How many blogs to return. */
  readonly limit: number;
}

/** Compares `blogs` with the position, in the direction of the walk. */
function isBeyond({ from, order }: Walk) {
  if (!from) return sql<SqlBool>`1 = 1`;
  const place = sql`(${from.createdAt}, ${from.id})`;
  return order === 'asc'
    ? sql<SqlBool>`(blogs.created_at, blogs.id) > ${place}`
    : sql<SqlBool>`(blogs.created_at, blogs.id) < ${place}`;
}

/**
 * The followed authors with the first blogs from a position on. A page needs blogs by these alone, since each of them
 * contributes at least one. The index is searched once per followed author, however many blogs they have.
 */
async function firstAuthors(db: Reader, personId: string, walk: Walk): Promise<readonly string[]> {
  const { order, limit } = walk;
  const each = db
    .selectFrom('follows')
    .select('follows.author_id')
    .select(({ selectFrom }) =>
      selectFrom('published_blogs as blogs')
        .select('blogs.id')
        .whereRef('blogs.author_id', '=', 'follows.author_id')
        .where(isBeyond(walk))
        .orderBy('blogs.created_at', order)
        .orderBy('blogs.id', order)
        .limit(1)
        .as('first_id'),
    )
    .where('follows.person_id', '=', personId);
  const rows = await db
    .selectFrom(each.as('each_author'))
    .innerJoin('published_blogs as blogs', 'blogs.id', 'each_author.first_id')
    .select('each_author.author_id')
    .orderBy('blogs.created_at', order)
    .orderBy('blogs.id', order)
    .limit(limit)
    .execute();
  return rows.map(({ author_id }) => author_id);
}

/** The first blogs of these authors from a position on. At most `limit` blogs are read per author. */
async function firstBlogs(
  db: Reader,
  authors: readonly string[],
  walk: Walk,
): Promise<readonly string[]> {
  const { order, limit } = walk;
  const [first, ...others] = authors.map((authorId) => {
    const own = db
      .selectFrom('published_blogs as blogs')
      .select(['blogs.id', 'blogs.created_at'])
      .where('blogs.author_id', '=', authorId)
      .where(isBeyond(walk))
      .orderBy('blogs.created_at', order)
      .orderBy('blogs.id', order)
      .limit(limit);
    // SQLite accepts ORDER BY and LIMIT in a part of a UNION only within a subquery.
    return db.selectFrom(own.as('own')).select(['own.id', 'own.created_at']);
  });
  if (!first) return [];
  const all = others.reduce((some, own) => some.unionAll(own), first);
  const rows = await db
    .selectFrom(all.as('blogs'))
    .select('blogs.id')
    .orderBy('blogs.created_at', order)
    .orderBy('blogs.id', order)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The blogs of the authors whom a person follows, by date, from a position on; as `walkByDate`. */
export async function walkFollowed(db: Reader, personId: string, walk: Walk) {
  // One more than requested shows whether there is a next page.
  const wanted = { ...walk, limit: walk.limit + 1 };
  const authors = await firstAuthors(db, personId, wanted);
  const ids = await firstBlogs(db, authors, wanted);
  if (ids.length === 0) return { rows: [], next: undefined };
  return walkByDate(summaries(db).where('blogs.id', 'in', ids), walk);
}

/**
 * Counts the blogs of the authors whom a person follows, or those before a position, up to `countedBlogsMax + 1`. Each
 * author's part of the index is walked on its own, so the blogs have no order.
 */
export async function countFollowed(
  db: Reader,
  personId: string,
  before?: Position,
): Promise<number> {
  let list = db
    .selectFrom('follows')
    .innerJoin('published_blogs as blogs', 'blogs.author_id', 'follows.author_id')
    .select('blogs.id')
    .where('follows.person_id', '=', personId)
    .limit(countedBlogsMax + 1);
  if (before) {
    list = list.where((eb) =>
      eb(eb.refTuple('blogs.created_at', 'blogs.id'), '>', eb.tuple(before.createdAt, before.id)),
    );
  }
  const { count } = await db
    .selectFrom(list.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
