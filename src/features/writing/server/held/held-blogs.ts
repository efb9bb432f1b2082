import type { Selectable } from 'kysely';
import { blogNotFound } from '../../../../blog/contract.ts';
import { setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import {
  findHeld,
  type HeldRow,
  isDeletedByAuthor,
  sakeOfHeld,
  setHeldEnd,
} from '../../../../blog/server/held/held-texts.ts';
import { forgetBlogs } from '../../../../blog/server/related-blogs.ts';
import type { BlogsTable } from '../../../../blog/server/tables.ts';
import { noteAct } from '../../../../identity/act-log.ts';
import { fold } from '../../../../platform/text/fold.ts';
import { isId } from '../../../../platform/text/id.ts';
import { boundDeletions, findSetAside, forUndo } from '../../../../storage/set-aside.ts';
import type { Reader, Write } from '../../../../storage/storage.ts';
import { titleNotConfirmed } from '../../contract.ts';
import type { BlogRemoval, OwnBlog } from '../own-blogs/remove-blog.ts';
import {
  putBlogsBack,
  putDraftBack,
  setAsideKinds,
  setBlogAside,
  setDraftAside,
  setRevisionsAside,
} from '../own-blogs/set-aside-blogs.ts';
import { type BlogSave, saveBlog, TitleChanges } from '../save-blog.ts';

type Db = Pick<Reader, 'selectFrom'>;

export interface HeldBlog {
  readonly held: HeldRow;
  readonly blog: Selectable<BlogsTable>;
}

/** A blog of the person's that staff keep out of sight, and nobody removed; undefined for anything else. */
export async function findOwnHeldBlog(
  db: Db,
  id: string,
  personId: string,
): Promise<HeldBlog | undefined> {
  const held = isId(id) ? await findHeld(db, 'blog', id) : undefined;
  if (!held || held.author_id !== personId || held.ends_at !== null) return undefined;
  const blog = await findSetAside(db, setAsideBlog, id);
  return blog && { held, blog: blog as HeldBlog['blog'] };
}

/**
 * Deletes a blog that is out of sight, with what its author was changing in it. They can have it back for some days as it
 * was, out of sight; the log says what it was and why nobody saw it. False where there is none. Throws
 * `title-not-confirmed`. The write holds the site-wide lock.
 */
export async function deleteHeldBlog(
  write: Write,
  { id, personId, title, now }: BlogRemoval,
): Promise<boolean> {
  const own = await findOwnHeldBlog(write.db, id, personId);
  if (!own) return false;
  if (own.blog.title !== title) throw titleNotConfirmed();
  const { endsAt } = forUndo(personId, id, now);
  const held = await setHeldEnd(write, own.held, endsAt);
  await setDraftAside(write, id, personId, sakeOfHeld(held));
  await boundDeletions(write, personId);
  await note(write, held, 'held-blog-deleted', now);
  return true;
}

/** Takes that back. False where there is nothing to take back. The write holds the site-wide lock. */
export async function restoreHeldBlog(
  write: Write,
  { id, personId, now }: OwnBlog,
): Promise<boolean> {
  const held = isId(id) ? await findHeld(write.db, 'blog', id) : undefined;
  const isTheirs = held?.author_id === personId && isDeletedByAuthor(held);
  if (!held || !isTheirs || (held.ends_at ?? 0) <= now) return false;
  // What was let go of for lack of room can't come back.
  if (!(await findSetAside(write.db, setAsideBlog, id))) return false;
  const back = await setHeldEnd(write, held, null);
  await putDraftBack(write, sakeOfHeld(back));
  await note(write, back, 'held-blog-had-back', now);
  return true;
}

/** Staff have to be able to say later what it was. */
function note(write: Write, { id, label, reason, author_id }: HeldRow, act: string, at: number) {
  const by = author_id === null ? null : { id: author_id };
  return noteAct(write, { by, act, subject: { kind: 'blog', id, label }, reason, at });
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
