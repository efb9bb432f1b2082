import { noteBlogChange } from '../../../blog/server/store-blog.ts';
import type { Storage, Write } from '../../../storage/storage.ts';

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
    async release(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void> {
      const { db } = write;
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
      noteBlogChange(write, ...own.map(({ id }) => id));
    },
  };
}

/** The earlier texts of the person's blogs. They go with the account, whatever happens to the blogs. */
export function personalRevisions(storage: Storage) {
  return {
    name: 'blogRevisions',
    collect(personId: string): Promise<unknown> {
      return storage.reader
        .selectFrom('blog_revisions')
        .innerJoin('blogs', 'blogs.id', 'blog_revisions.blog_id')
        .selectAll('blog_revisions')
        .where('blogs.author_id', '=', personId)
        .orderBy('blog_revisions.blog_id')
        .orderBy('blog_revisions.version')
        .execute();
    },
    /** Before the blogs forget who wrote them. */
    async release({ db }: Write, personId: string): Promise<void> {
      await db
        .deleteFrom('blog_revisions')
        .where('blog_id', 'in', (query) =>
          query.selectFrom('blogs').select('id').where('author_id', '=', personId),
        )
        .execute();
    },
  };
}

/** What the person is writing. */
export function personalDrafts(storage: Storage) {
  return {
    name: 'drafts',
    async collect(personId: string): Promise<unknown> {
      const rows = await storage.reader
        .selectFrom('saved_drafts')
        .select(['key', 'text', 'saved_at'])
        .where('person_id', '=', personId)
        .orderBy('key')
        .execute();
      return rows.map((row) => ({ ...row, text: JSON.parse(row.text) }));
    },
    /** They go with the account. */
    async release(): Promise<void> {},
  };
}
