import { sql } from 'kysely';
import { setAsideBlog } from '../../../blog/server/blog-rows.ts';
import type { BlogsTable } from '../../../blog/server/tables.ts';
import { findSetAside } from '../../../storage/set-aside.ts';
import type { Reader } from '../../../storage/storage.ts';
import { deletedPerPage } from '../deleted-contract.ts';
import { type ListPlace, pageOf } from './publishing/list-place.ts';

/** A blog as it stood when it went. */
export interface DeletedRow {
  readonly blog: Pick<BlogsTable, 'id' | 'title' | 'category' | 'word_count'>;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly isDraft: boolean;
}

/**
 * A page of the blogs that a person deleted themselves and can have back, the latest first: those that waited for one
 * deletion, and those that were drafts again. What staff took out of sight waits for another sake (`forStaff`), and is
 * none of them. The texts come one after the other: each may be long.
 */
export async function findDeletedBlogs(
  db: Reader,
  personId: string,
  now: number,
  after: ListPlace | undefined,
) {
  let query = db
    .selectFrom('set_aside_rows')
    .select(['row_id', 'deletion_id', 'ends_at'])
    .where('holder_id', '=', personId)
    .where('kind', '=', setAsideBlog)
    .where((eb) =>
      eb.or([
        eb('deletion_id', '=', eb.ref('row_id')),
        eb('deletion_id', '=', sql<string>`'draft ' || row_id`),
      ]),
    )
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .orderBy('row_id', 'desc');
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('ends_at', 'row_id'), '<', eb.tuple(after.time, after.key)),
    );
  }
  const found = await query.limit(deletedPerPage + 1).execute();
  const { rows, next } = pageOf(found, deletedPerPage, ({ ends_at, row_id }) => ({
    time: ends_at ?? 0,
    key: row_id,
  }));
  const blogs: DeletedRow[] = [];
  for (const { row_id, deletion_id, ends_at } of rows) {
    const blog = await findSetAside(db, setAsideBlog, row_id);
    // Somebody had it back meanwhile.
    if (!blog || ends_at === null) continue;
    const isDraft = deletion_id !== row_id;
    blogs.push({ blog: blog as DeletedRow['blog'], endsAt: ends_at, isDraft });
  }
  return { rows: blogs, next };
}
