import { notYours } from '../../platform/contract/problems.ts';
import { isId } from '../../platform/text/id.ts';
import type { Reader } from '../../storage/storage.ts';
import { blogNotFound } from '../contract.ts';
import { rightsOver } from '../policy.ts';

type Db = Pick<Reader, 'selectFrom'>;

/** The author's id of a visible blog. Throws `blog-not-found`. */
export async function authorIdOf(db: Db, blogId: string): Promise<string | null> {
  const row = isId(blogId)
    ? await db
        .selectFrom('published_blogs')
        .select('author_id')
        .where('id', '=', blogId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw blogNotFound();
  return row.author_id;
}

/** Throws `blog-not-found`, or `not-yours` where the person may not change the blog. */
export async function assertMayEdit(db: Db, blogId: string, personId: string): Promise<void> {
  const authorId = await authorIdOf(db, blogId);
  if (!rightsOver(authorId, personId).canEdit) throw notYours();
}
