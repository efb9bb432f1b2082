import type { Write } from '../../storage/storage.ts';
import { blogTags } from '../contract.ts';
import type { TextKind } from '../held.ts';
import { isVisible, type Life, type Transition } from '../life.ts';
import { forgetBlogs, relateBlog } from './related-blogs.ts';
import { noteBlogChange } from './store-blog.ts';
import { allTexts, lifeColumns, lifeOf } from './texts.ts';
import { indexTitle } from './title-words.ts';

/** What is known of a text whose life changed. */
export interface ChangedText {
  readonly authorId: string | null;
  readonly blogId: string;
  /** The title of a blog, or all of a comment. */
  readonly label: string;
  readonly createdAt: number;
  readonly before: Life;
  readonly after: Life;
}

/** Keeps search and related blogs to what is visible, and drops the pages that show the blog. After its row was changed. */
export async function followVisibility(
  write: Write,
  { id, title }: { readonly id: string; readonly title: string },
  { was, is }: { readonly was: boolean; readonly is: boolean },
): Promise<void> {
  if (was === is) return;
  if (is) {
    await indexTitle(write.db, id, title);
    await relateBlog(write.db, id);
  } else {
    await forgetBlogs(write.db, [id]);
  }
  noteBlogChange(write, id);
}

const columnsOf = ({ state, removedUntil, moderation, isAuthorAway }: Life) => ({
  state,
  removed_until: removedUntil,
  moderation,
  account_hold: isAuthorAway ? 1 : 0,
});

/** Where a row stands as it was read: of two writes that read the same only one changes it. */
const stateOf = ({ state, moderation, isAuthorAway }: Life) => ({
  state,
  moderation,
  account_hold: isAuthorAway ? 1 : 0,
});

/**
 * Changes the life of a blog: its own row alone, whatever hangs on it. Undefined where there is no such blog, or it is in
 * no state for it, or another write changed it in the same instant.
 */
export async function changeBlog(
  { db, touch }: Write,
  id: string,
  transition: Transition,
): Promise<ChangedText | undefined> {
  const texts = allTexts(db);
  const row = await texts
    .selectFrom('blogs')
    .select(['title', 'author_id', 'created_at', 'former_state', ...lifeColumns])
    .where('id', '=', id)
    .executeTakeFirst();
  const before = row && lifeOf(row);
  const after = before && transition(before);
  if (!row || !before || !after) return undefined;
  const changed = await texts
    .updateTable('blogs')
    .set({ ...columnsOf(after), former_state: after.formerState })
    .where('id', '=', id)
    .where((eb) => eb.and(stateOf(before)))
    .returning('title')
    .executeTakeFirst();
  if (!changed) return undefined;
  await followVisibility(
    { db, touch },
    { id, title: changed.title },
    { was: isVisible(before), is: isVisible(after) },
  );
  return {
    authorId: row.author_id,
    blogId: id,
    label: changed.title,
    createdAt: row.created_at,
    before,
    after,
  };
}

/** The same for a comment. */
export async function changeComment(
  { db, touch }: Write,
  id: string,
  transition: Transition,
): Promise<ChangedText | undefined> {
  const texts = allTexts(db);
  const row = await texts
    .selectFrom('comments')
    .select(['text', 'blog_id', 'person_id', 'created_at', ...lifeColumns])
    .where('id', '=', id)
    .executeTakeFirst();
  const before = row && lifeOf(row);
  const after = before && transition(before);
  if (!row || !before || !after) return undefined;
  const changed = await texts
    .updateTable('comments')
    .set(columnsOf(after))
    .where('id', '=', id)
    .where((eb) => eb.and(stateOf(before)))
    .returning('id')
    .executeTakeFirst();
  if (!changed) return undefined;
  touch(blogTags.comments(row.blog_id));
  return {
    authorId: row.person_id,
    blogId: row.blog_id,
    label: row.text,
    createdAt: row.created_at,
    before,
    after,
  };
}

export const changeText: Readonly<Record<TextKind, typeof changeBlog>> = {
  blog: changeBlog,
  comment: changeComment,
};
