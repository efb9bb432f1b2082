import { allTexts } from '../../../../blog/server/texts.ts';
import type { Reader } from '../../../../storage/storage.ts';
import { type ListPlace, pageOf } from '../../common/server/list-place.ts';
import { deletedPerPage } from '../contract.ts';

/**
 * A page of the blogs that a person removed themselves and can restore, the latest first; none of what staff hold back.
 */
export async function findDeletedBlogs(
  db: Reader,
  personId: string,
  now: number,
  after: ListPlace | undefined,
) {
  let query = allTexts(db)
    .selectFrom('blogs')
    .select(['id', 'title', 'category', 'word_count', 'former_state'])
    .select('removed_until as ends_at')
    .where('author_id', '=', personId)
    .where('moderation', '=', 'none')
    .where('removed_until', '>', now)
    .$narrowType<{ ends_at: number }>()
    .orderBy('removed_until', 'desc')
    .orderBy('id', 'desc');
  if (after) {
    query = query.where((eb) =>
      eb(eb.refTuple('removed_until', 'id'), '<', eb.tuple(after.time, after.key)),
    );
  }
  const found = await query.limit(deletedPerPage + 1).execute();
  return pageOf(found, deletedPerPage, ({ ends_at, id }) => ({ time: ends_at, key: id }));
}
