import { type SqlBool, sql } from 'kysely';
import { summaries } from '../../../blog/server/blog-rows.ts';
import { type Position, walkByDate } from '../../../blog/server/blogs-page.ts';
import type { Reader } from '../../../storage/storage.ts';

interface Walk {
  readonly from: Position | undefined;
  readonly order: 'asc' | 'desc';
  /** Blogs that are wanted. */
  readonly limit: number;
}

/** What of `blogs` lies behind the position, in the order of the walk. */
function isBeyond({ from, order }: Walk) {
  if (!from) return sql<SqlBool>`1 = 1`;
  const place = sql`(${from.createdAt}, ${from.id})`;
  return order === 'asc'
    ? sql<SqlBool>`(blogs.created_at, blogs.id) > ${place}`
    : sql<SqlBool>`(blogs.created_at, blogs.id) < ${place}`;
}

/**
 * The followed authors whose first blog from a position on comes first. What a page shows is by these alone, since each of
 * them adds one at least; so an index is entered once for each followed author, however much they wrote.
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

/** The first blogs of some authors from a position on. Of each author no more are looked at than are wanted. */
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
    // SQLite takes an order within a union only so.
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
  // One more than asked tells whether there is a next page.
  const wanted = { ...walk, limit: walk.limit + 1 };
  const authors = await firstAuthors(db, personId, wanted);
  const ids = await firstBlogs(db, authors, wanted);
  if (ids.length === 0) return { rows: [], next: undefined };
  return walkByDate(summaries(db).where('blogs.id', 'in', ids), walk);
}
