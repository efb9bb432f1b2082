import { setAsideBlog } from '../../../blog/server/blog-rows.ts';
import type { WithBlogs } from '../../../blog/server/with-blogs.ts';
import {
  forAccount,
  type Sake,
  type SetAsideRow,
  sakesOf,
  setAside,
  takeBack,
} from '../../../storage/set-aside.ts';
import type { Write } from '../../../storage/storage.ts';
import type { CommentsTable } from './tables.ts';

/** The kind of what is set aside. */
export const setAsideComment = 'comment';
/** Comments that are moved at once. */
const batchSize = 500;

/** Which comments: what a person said and, where their blogs go, what others said there; those on one blog; one. */
type Which =
  | { readonly personId: string; readonly withBlogs: boolean }
  | { readonly blogId: string }
  | { readonly id: string };

function select({ db }: Write, which: Which) {
  const comments = db.selectFrom('comments').selectAll().limit(batchSize);
  if ('id' in which) return comments.where('id', '=', which.id);
  if ('blogId' in which) return comments.where('blog_id', '=', which.blogId);
  const { personId, withBlogs } = which;
  const ownBlogs = db.selectFrom('blogs').select('id').where('author_id', '=', personId);
  return comments.where((row) =>
    row.or([
      row('person_id', '=', personId),
      ...(withBlogs ? [row('blog_id', 'in', ownBlogs)] : []),
    ]),
  );
}

/** Takes comments out of sight, some at a time. */
export async function setCommentsAside(write: Write, which: Which, sake: Sake): Promise<void> {
  for (;;) {
    const rows = await select(write, which).execute();
    if (rows.length === 0) return;
    const aside = rows.map((row) => ({ rowId: row.id, personId: row.person_id, row }));
    await setAside(write, setAsideComment, sake, aside);
    const ids = rows.map(({ id }) => id);
    await write.db.deleteFrom('comments').where('id', 'in', ids).execute();
  }
}

/** Those of these people whose accounts are deleted themselves. */
async function deletedAmong({ db }: Write, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('id', 'in', ids)
    .where('ends_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

async function blogsThere({ db }: Write, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('blogs').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Puts comments back under their blogs; those that another deleted account or blog still hides wait for that one. */
async function putBack(write: Write, aside: readonly SetAsideRow[]): Promise<void> {
  const blogIds = [...new Set(aside.map(({ row }) => (row as CommentsTable).blog_id))];
  const there = await blogsThere(write, blogIds);
  const sakes = await sakesOf(write, setAsideBlog, blogIds);
  const writers = new Set(aside.map(({ row }) => (row as CommentsTable).person_id));
  const deleted = await deletedAmong(write, [...writers]);
  const back: CommentsTable[] = [];
  for (const one of aside) {
    const comment = one.row as CommentsTable;
    const writer = comment.person_id;
    const sake = deleted.has(writer) ? forAccount(writer) : sakes.get(comment.blog_id);
    if (sake !== undefined) await setAside(write, setAsideComment, sake, [one]);
    else if (there.has(comment.blog_id)) back.push(comment);
  }
  if (back.length === 0) return;
  await write.db
    .insertInto('comments')
    .values(back)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts back what was set aside for somebody's sake. */
export function putCommentsBack(write: Write, sake: Sake): Promise<void> {
  return takeBack(write, setAsideComment, sake, (rows) => putBack(write, rows));
}

/** What was said on a blog goes and comes back with it. */
export const commentsWithBlogs: WithBlogs = {
  setAside: (write, blogId, sake) => setCommentsAside(write, { blogId }, sake),
  putBack: putCommentsBack,
};
