import { draftAgain, setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import { forAct, type Sake, sakesOf, setEnd } from '../../../../storage/set-aside.ts';
import type { Write } from '../../../../storage/storage.ts';
import { setAsideKinds } from '../own-blogs/set-aside-blogs.ts';
import type { DraftAddress } from './draft-store.ts';

/** For the sake of a draft that a published blog became again: the blog waits for its author. */
export function forDraft(authorId: string, blogId: string): Sake {
  return forAct(authorId, draftAgain, blogId);
}

/** For whose sake the blog of a draft is out of sight; undefined where the draft is of none that was taken back. */
export async function sakeOfTakenBack(
  write: Write,
  { personId, key }: DraftAddress,
): Promise<Sake | undefined> {
  const sake = (await sakesOf(write, setAsideBlog, [key])).get(key);
  const { deletionId } = forDraft(personId, key);
  return sake?.holderId === personId && sake.deletionId === deletionId ? sake : undefined;
}

/**
 * The draft of a blog that was taken back is there again after it was thrown away: its blog waits for it again. What the
 * draft was then is what its writer saves now.
 */
export async function reviveTakenBack(
  write: Write,
  address: DraftAddress,
  now: number,
): Promise<void> {
  const sake = await sakeOfTakenBack(write, address);
  if (!sake || sake.endsAt === null || sake.endsAt <= now) return;
  await write.db
    .deleteFrom('set_aside_rows')
    .where('kind', '=', setAsideKinds.draft)
    .where('row_id', '=', `${address.personId} ${address.key}`)
    .execute();
  await setEnd(write, sake, null);
}
