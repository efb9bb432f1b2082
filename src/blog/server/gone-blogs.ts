import type { Reader, Write } from '../../storage/storage.ts';
import { isVisible, type Life } from '../life.ts';
import { allTexts } from './texts.ts';

/** Records that a visible blog was removed, and deletes the record where it is restored. */
export async function noteGone(
  { db }: Write,
  { id, before, after }: { readonly id: string; readonly before: Life; readonly after: Life },
): Promise<void> {
  if (after.state === 'removed' && isVisible(before)) {
    await db
      .insertInto('gone_blogs')
      .values({ id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  } else if (before.state === 'removed' && after.state !== 'removed') {
    await db.deleteFrom('gone_blogs').where('id', '=', id).execute();
  }
}

/** Whether its author removed a published blog; false for drafts and blogs that staff hold back. */
export async function isGone(db: Reader, id: string): Promise<boolean> {
  const gone = await allTexts(db)
    .selectFrom('gone_blogs')
    .leftJoin('blogs', 'blogs.id', 'gone_blogs.id')
    .select(['blogs.state', 'blogs.moderation'])
    .where('gone_blogs.id', '=', id)
    .executeTakeFirst();
  if (!gone) return false;
  return gone.state === null || (gone.state === 'removed' && gone.moderation === 'none');
}
