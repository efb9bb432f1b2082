import type { Storage, Write } from '../../../storage/storage.ts';
import { blogTags } from './blog-changes.ts';

/** What this feature keeps of a person: the blogs they wrote. */
export function personalBlogs(storage: Storage) {
  return {
    name: 'blogs',
    /** The person's blogs as they wrote them, oldest first. */
    collect(personId: string): Promise<unknown> {
      return storage.reader
        .selectFrom('blogs')
        .select(['id', 'title', 'image_url', 'category', 'short_description', 'long_description'])
        .select(['created_at', 'updated_at'])
        .where('author_id', '=', personId)
        .orderBy('created_at')
        .execute();
    },
    /** Within the write that deletes the account: the blogs go, or stay without their author. */
    async release({ db, touch }: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void> {
      const own = await db
        .selectFrom('blogs')
        .select('id')
        .where('author_id', '=', personId)
        .execute();
      if (own.length === 0) return;
      if (blogs === 'remove') {
        await db.deleteFrom('blogs').where('author_id', '=', personId).execute();
      } else {
        await db
          .updateTable('blogs')
          .set({ author_id: null })
          .where('author_id', '=', personId)
          .execute();
      }
      touch(blogTags.lists, ...own.map(({ id }) => blogTags.one(id)));
    },
  };
}
