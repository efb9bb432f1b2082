import type { Selectable } from 'kysely';
import { blogNotFound } from '../../../../blog/contract.ts';
import { setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import { findHeld, type HeldRow, sakeOfHeld } from '../../../../blog/server/held/held-texts.ts';
import { forgetBlogs } from '../../../../blog/server/related-blogs.ts';
import type { BlogsTable } from '../../../../blog/server/tables.ts';
import { fold } from '../../../../platform/text/fold.ts';
import { isId } from '../../../../platform/text/id.ts';
import { findSetAside } from '../../../../storage/set-aside.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import {
  putBlogsBack,
  setAsideKinds,
  setBlogAside,
  setRevisionsAside,
} from '../own-blogs/set-aside-blogs.ts';
import { type BlogSave, saveBlog, TitleChanges } from '../save-blog.ts';

type Db = Pick<Reader, 'selectFrom'>;

export interface HeldBlog {
  readonly held: HeldRow;
  readonly blog: Selectable<BlogsTable>;
}

/** A blog of the person's that staff keep out of sight, and have not removed; undefined for anything else. */
export async function findOwnHeldBlog(
  db: Db,
  id: string,
  personId: string,
): Promise<HeldBlog | undefined> {
  const held = isId(id) ? await findHeld(db, 'blog', id) : undefined;
  if (!held || held.author_id !== personId || held.state === 'removed') return undefined;
  const blog = await findSetAside(db, setAsideBlog, id);
  return blog && { held, blog: blog as HeldBlog['blog'] };
}

/** Earlier texts that are out of sight with their blog: no more than are kept of any blog. */
async function dropOldest({ db }: Write, blogId: string, kept: number): Promise<void> {
  const rows = await db
    .selectFrom('set_aside_rows')
    .select('row_id')
    .where('kind', '=', setAsideKinds.revision)
    .where('row_id', '>=', `${blogId} `)
    .where('row_id', '<', `${blogId}!`)
    .execute();
  const versionOf = (rowId: string) => Number(rowId.slice(blogId.length + 1));
  const oldest = rows
    .map(({ row_id }) => row_id)
    .sort((one, other) => versionOf(other) - versionOf(one))
    .slice(kept);
  if (oldest.length === 0) return;
  await db
    .deleteFrom('set_aside_rows')
    .where('kind', '=', setAsideKinds.revision)
    .where('row_id', 'in', oldest)
    .execute();
}

/**
 * Saves a blog that is out of sight, where it stays: for the time of the write it stands among the others. Throws
 * `blog-not-found` for one that isn't the person's, `TitleChanges` where the write isn't alone among all, and what
 * `saveBlog` throws.
 */
export async function saveHeldBlog(write: Write, save: BlogSave, isAlone: boolean): Promise<void> {
  const { id, personId, text, revisionsKept } = save;
  const own = await findOwnHeldBlog(write.db, id, personId);
  if (!own) throw blogNotFound();
  if (!isAlone) throw new TitleChanges();
  const sake = sakeOfHeld(own.held);
  await putBlogsBack(write, sake);
  await saveBlog(write, save, true);
  await setRevisionsAside(write, id, personId, sake);
  await dropOldest(write, id, revisionsKept);
  await forgetBlogs(write.db, [id]);
  await setBlogAside(write, id, sake);
  await write.db
    .updateTable('held_texts')
    .set({ label: text.title, label_folded: fold(text.title) })
    .where('kind', '=', 'blog')
    .where('id', '=', id)
    .execute();
}
