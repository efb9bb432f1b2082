import type { Write } from '../../storage/storage.ts';
import { blogTags } from '../contract.ts';
import type { TextKind } from '../held.ts';
import { isVisible, type Life, type Transition } from '../life.ts';
import { noteVisibility } from './events/queue-events.ts';
import { noteFirstPublication, withFirstPublication } from './first-publication.ts';
import { noteGone } from './gone-blogs.ts';
import { forgetBlogs, relateBlog } from './related-blogs.ts';
import { noteBlogChange } from './store-blog.ts';
import { indexText } from './text-index.ts';
import { allTexts, commentLifeColumns, type LifeRow, lifeColumns, lifeOf } from './texts.ts';
import { indexTitle } from './title-words.ts';

export interface ChangedText {
  /** Also set where the blog is detached from its author, whose deleted account can be restored. */
  readonly authorId: string | null;
  readonly blogId: string;
  /** A blog's title, or a comment's whole text. */
  readonly label: string;
  readonly createdAt: number;
  readonly before: Life;
  readonly after: Life;
}

/**
 * Updates search and related blogs, queues webhook events, and invalidates the pages that show the blog. Call it after
 * the row was changed.
 */
export async function followVisibility(
  write: Write,
  { id, title }: { readonly id: string; readonly title: string },
  { was, is }: { readonly was: boolean; readonly is: boolean },
): Promise<void> {
  if (was === is) return;
  if (is) {
    await indexTitle(write.db, id, title);
    await indexText(write.db, id);
    await relateBlog(write.db, id);
  } else {
    await forgetBlogs(write.db, [id]);
  }
  await noteVisibility(write, { blogId: id }, { was, is });
  noteBlogChange(write, id);
}

const columnsOf = ({ state, removedUntil, moderation, isAuthorAway }: Life) => ({
  state,
  removed_until: removedUntil,
  moderation,
  account_hold: isAuthorAway ? 1 : 0,
});

/** The state that was read, as a condition of the update: of two concurrent writes only one succeeds. */
const stateOf = ({ state, moderation, isAuthorAway }: Life) => ({
  state,
  moderation,
  account_hold: isAuthorAway ? 1 : 0,
});

/**
 * Applies a transition to a text's own row; dependent rows stay as they are. Undefined where there is no such row, the
 * transition isn't allowed, or another write changed the row since it was read.
 */
async function changeRow<Row extends LifeRow, Stored extends object>(
  row: Row | undefined,
  transition: Transition,
  store: (before: Life, after: Life) => Promise<Stored | undefined>,
) {
  const before = row && lifeOf(row);
  const after = before && transition(before);
  if (!row || !before || !after) return undefined;
  const stored = await store(before, after);
  return stored && { ...row, ...stored, before, after };
}

export async function changeBlog(
  write: Write,
  id: string,
  transition: Transition,
): Promise<ChangedText | undefined> {
  const texts = allTexts(write.db);
  const rows = await texts
    .selectFrom('blogs')
    .select(['author_id', 'former_author_id', 'created_at', 'former_state', ...lifeColumns])
    .select('source_key')
    .where('id', '=', id)
    .execute();
  const [row] = await withFirstPublication(write.db, rows);
  const blog = await changeRow(row, transition, (before, after) =>
    texts
      .updateTable('blogs')
      .set({ ...columnsOf(after), former_state: after.formerState })
      .where('id', '=', id)
      .where((eb) => eb.and(stateOf(before)))
      .returning('title')
      .executeTakeFirst(),
  );
  if (!blog) return undefined;
  const { title, source_key: sourceKey, created_at: createdAt, before, after } = blog;
  const isOfReaders = before.state === 'published' || after.state === 'published';
  if (sourceKey !== null && isOfReaders && before.state !== after.state) {
    await noteFirstPublication(write, sourceKey);
  }
  const authorId = blog.author_id ?? blog.former_author_id;
  await noteGone(write, { id, before, after });
  await followVisibility(write, { id, title }, { was: isVisible(before), is: isVisible(after) });
  return { authorId, blogId: id, label: title, createdAt, before, after };
}

export async function changeComment(
  write: Write,
  id: string,
  transition: Transition,
): Promise<ChangedText | undefined> {
  const { db, touch } = write;
  const texts = allTexts(db);
  const row = await texts
    .selectFrom('comments')
    .select(['text', 'person_id', 'created_at', ...commentLifeColumns])
    .where('id', '=', id)
    .executeTakeFirst();
  const comment = await changeRow(row, transition, (before, after) =>
    texts
      .updateTable('comments')
      .set({ ...columnsOf(after), author_hidden_at: after.authorHiddenAt })
      .where('id', '=', id)
      .where((eb) => eb.and(stateOf(before)))
      .where('author_hidden_at', before.authorHiddenAt === null ? 'is' : '=', before.authorHiddenAt)
      .returning('blog_id')
      .executeTakeFirst(),
  );
  if (!comment) return undefined;
  const {
    text,
    blog_id: blogId,
    person_id: authorId,
    created_at: createdAt,
    before,
    after,
  } = comment;
  const sight = { was: isVisible(before), is: isVisible(after) };
  await noteVisibility(write, { blogId, commentId: id }, sight);
  touch(blogTags.comments(blogId));
  return { authorId, blogId, label: text, createdAt, before, after };
}

export const changeText: Readonly<Record<TextKind, typeof changeBlog>> = {
  blog: changeBlog,
  comment: changeComment,
};
