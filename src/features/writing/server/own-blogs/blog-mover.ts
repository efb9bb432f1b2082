import { setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import type { TextMover } from '../../../../blog/server/held/held-texts.ts';
import { forgetBlogs } from '../../../../blog/server/related-blogs.ts';
import { noteBlogChange } from '../../../../blog/server/store-blog.ts';
import type { WithBlogs } from '../../../../blog/server/with-blogs.ts';
import { isId } from '../../../../platform/text/id.ts';
import { changeSake, findSetAside, forAccount } from '../../../../storage/set-aside.ts';
import type { Write } from '../../../../storage/storage.ts';
import {
  putBlogsBack,
  putRevisionsBack,
  setBlogAside,
  setRevisionsAside,
} from './set-aside-blogs.ts';

async function isAccountDeleted({ db }: Write, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('ends_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes a blog out of sight with its comments and earlier texts, and puts it back. What its author is changing in it stays
 * where it is: only they see it.
 */
export function createBlogMover(withBlogs: readonly WithBlogs[]): TextMover {
  return {
    async setAside(write, id, sakeOf) {
      const blog = isId(id)
        ? await write.db
            .selectFrom('blogs')
            .select(['title', 'author_id', 'source_key', 'created_at'])
            .where('id', '=', id)
            .executeTakeFirst()
        : undefined;
      if (!blog) return undefined;
      const sake = sakeOf(blog.author_id);
      for (const part of withBlogs) await part.setAside(write, id, sake);
      await setRevisionsAside(write, id, blog.author_id, sake);
      await forgetBlogs(write.db, [id]);
      await setBlogAside(write, id, sake);
      noteBlogChange(write, id);
      return {
        authorId: blog.author_id,
        blogId: id,
        label: blog.title,
        sourceKey: blog.source_key,
        createdAt: blog.created_at,
      };
    },
    async putBack(write, id, sake) {
      if (sake.holderId !== null && (await isAccountDeleted(write, sake.holderId))) {
        // It comes back with the account, or goes with it.
        await changeSake(write, sake, forAccount(sake.holderId));
        return (await findSetAside(write.db, setAsideBlog, id)) !== undefined;
      }
      await putBlogsBack(write, sake);
      const blog = await write.db
        .selectFrom('blogs')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!blog) return false;
      await putRevisionsBack(write, sake);
      for (const part of withBlogs) await part.putBack(write, sake);
      return true;
    },
  };
}
