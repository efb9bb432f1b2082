import type { Reader, Write } from '../../../storage/storage.ts';
import { blogTags } from '../../contract.ts';
import type { BlogMark } from '../../held.ts';
import { noteBlogChange } from '../store-blog.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** A flag that staff set on a blog; undefined where it isn't set. */
export function findMark(db: Db, blogId: string, mark: BlogMark) {
  return db
    .selectFrom('blog_marks')
    .select(['reason', 'set_at'])
    .where('blog_id', '=', blogId)
    .where('mark', '=', mark)
    .executeTakeFirst();
}

export interface Marking {
  readonly blogId: string;
  readonly mark: BlogMark;
  readonly reason: string;
  readonly now: number;
}

/** Only the featured blogs depend on a flag: closed comments show on the blog's own page. */
function noteMark(write: Write, blogId: string, mark: BlogMark): void {
  if (mark === 'unfeatured') noteBlogChange(write, blogId);
  else write.touch(blogTags.one(blogId));
}

/** Sets a flag on a blog. False where it is set already. */
export async function markBlog(
  write: Write,
  { blogId, mark, reason, now }: Marking,
): Promise<boolean> {
  const added = await write.db
    .insertInto('blog_marks')
    .values({ blog_id: blogId, mark, reason, set_at: now })
    .onConflict((conflict) => conflict.columns(['blog_id', 'mark']).doNothing())
    .returning('blog_id')
    .executeTakeFirst();
  if (added) noteMark(write, blogId, mark);
  return added !== undefined;
}

/** Removes a flag. False where it wasn't set. */
export async function unmarkBlog(write: Write, blogId: string, mark: BlogMark): Promise<boolean> {
  const removed = await write.db
    .deleteFrom('blog_marks')
    .where('blog_id', '=', blogId)
    .where('mark', '=', mark)
    .returning('blog_id')
    .executeTakeFirst();
  if (removed) noteMark(write, blogId, mark);
  return removed !== undefined;
}
