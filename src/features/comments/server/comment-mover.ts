import { blogTags } from '../../../blog/contract.ts';
import type { TextMover } from '../../../blog/server/held/held-texts.ts';
import { isId } from '../../../platform/text/id.ts';
import { findSetAside } from '../../../storage/set-aside.ts';
import { putCommentsBack, setAsideComment, setCommentsAside } from './set-aside-comments.ts';

/** Takes one comment out of sight, and puts it back where it stood. */
export const commentMover: TextMover = {
  async setAside(write, id, sakeOf) {
    const comment = isId(id)
      ? await write.db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
    if (!comment) return undefined;
    await setCommentsAside(write, { id }, sakeOf(comment.person_id));
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
