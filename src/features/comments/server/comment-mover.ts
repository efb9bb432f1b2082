import { blogTags } from '../../../blog/contract.ts';
import type { TextMover } from '../../../blog/server/held/held-texts.ts';
import { isId } from '../../../platform/text/id.ts';
import { findSetAside, type Sake } from '../../../storage/set-aside.ts';
import type { Write } from '../../../storage/storage.ts';
import { putCommentsBack, setAsideComment, setCommentsAside } from './set-aside-comments.ts';
import type { CommentsTable } from './tables.ts';

/**
 * A comment that is out of sight with the blog that it is on waits for its own sake from now on, and doesn't come back with
 * that blog. Undefined for any other, such as one whose writer took it back.
 */
async function partFromBlog({ db }: Write, id: string, sakeOf: (row: CommentsTable) => Sake) {
  const row = await db
    .selectFrom('set_aside_rows')
    .select(['row', 'holder_id', 'person_id'])
    .where('kind', '=', setAsideComment)
    .where('row_id', '=', id)
    .executeTakeFirst();
  if (!row || row.holder_id === row.person_id) return undefined;
  const comment: CommentsTable = JSON.parse(row.row);
  const sake = sakeOf(comment);
  await db
    .updateTable('set_aside_rows')
    .set({ holder_id: sake.holderId, deletion_id: sake.deletionId, ends_at: sake.endsAt })
    .where('kind', '=', setAsideComment)
    .where('row_id', '=', id)
    .execute();
  return comment;
}

/** Takes one comment out of sight, and puts it back where it stood. */
export const commentMover: TextMover = {
  async setAside(write, id, sakeOf) {
    if (!isId(id)) return undefined;
    const inSight = await write.db
      .selectFrom('comments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    const comment =
      inSight ?? (await partFromBlog(write, id, ({ person_id }) => sakeOf(person_id)));
    if (!comment) return undefined;
    if (inSight) await setCommentsAside(write, { id }, sakeOf(comment.person_id));
    write.touch(blogTags.comments(comment.blog_id));
    return {
      authorId: comment.person_id,
      blogId: comment.blog_id,
      label: comment.text,
      sourceKey: null,
      createdAt: comment.created_at,
    };
  },
  async putBack(write, id, sake) {
    await putCommentsBack(write, sake);
    const comment = await write.db
      .selectFrom('comments')
      .select('blog_id')
      .where('id', '=', id)
      .executeTakeFirst();
    if (comment) write.touch(blogTags.comments(comment.blog_id));
    // It waits with its blog, or with its writer's account.
    return (
      comment !== undefined || (await findSetAside(write.db, setAsideComment, id)) !== undefined
    );
  },
};
