import type { Insertable } from 'kysely';
import { z } from 'zod';
import { setAsideBlog } from '../../../blog/server/blog-rows.ts';
import { forgetBlogs, relateBlog } from '../../../blog/server/related-blogs.ts';
import { noteBlogChange } from '../../../blog/server/store-blog.ts';
import type { BlogsTable } from '../../../blog/server/tables.ts';
import { indexTitle } from '../../../blog/server/title-words.ts';
import { inBatches } from '../../../storage/in-batches.ts';
import { setAside, takeBack } from '../../../storage/set-aside.ts';
import type { Reader, Storage, Write } from '../../../storage/storage.ts';
import { draftTextSchema } from '../draft-contract.ts';
import type { BlogRevisionsTable } from './tables.ts';

const textSchema = z.object({
  title: z.string(),
  image_url: z.string(),
  category: z.string(),
  short_description: z.string(),
  long_description: z.string(),
});
const blogSchema = textSchema.extend({
  id: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});
const revisionSchema = textSchema.extend({
  blog_id: z.string(),
  version: z.number(),
  word_count: z.number(),
  saved_at: z.number(),
});
const draftSchema = z.object({ key: z.string(), text: draftTextSchema, saved_at: z.number() });

/** Kinds of what is set aside: a whole blog, an earlier text of one, and that a blog was the person's. */
const kinds = { blog: setAsideBlog, revision: 'blog-revision', authorship: 'authorship' } as const;
/** Ids read at once: they are short. */
const idsAtOnce = 500;

function blogIdsOf(db: Pick<Reader, 'selectFrom'>, personId: string) {
  return inBatches<{ id: string }>(idsAtOnce, (last, size) =>
    db
      .selectFrom('blogs')
      .select('id')
      .where('author_id', '=', personId)
      .where('id', '>', last?.id ?? '')
      .orderBy('id')
      .limit(size)
      .execute(),
  );
}

/** One after the other: each may hold a long text. */
async function setBlogsAside(write: Write, personId: string, ids: readonly string[]) {
  const { db } = write;
  for (const id of ids) {
    const row = await db.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst();
    if (row) await setAside(write, kinds.blog, personId, [{ rowId: id, personId, row }]);
  }
  await forgetBlogs(db, ids);
  await db.deleteFrom('blogs').where('author_id', '=', personId).execute();
}

async function forgetAuthor(write: Write, personId: string, ids: readonly string[]) {
  const aside = ids.map((id) => ({ rowId: id, personId, row: {} }));
  await setAside(write, kinds.authorship, personId, aside);
  await write.db
    .updateTable('blogs')
    .set({ author_id: null })
    .where('author_id', '=', personId)
    .execute();
}

async function putBlogBack(write: Write, row: BlogsTable): Promise<void> {
  const { db } = write;
  const added = await db
    .insertInto('blogs')
    .values(row as Insertable<BlogsTable>)
    // Another import may have brought it again meanwhile.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return;
  await indexTitle(db, row.id, row.title);
  await relateBlog(db, row.id);
  noteBlogChange(write, row.id);
}

/** What this feature keeps of a person: the blogs they wrote. */
export function personalBlogs(storage: Storage) {
  return {
    name: 'blogs',
    row: blogSchema,
    /** The person's blogs as they wrote them, oldest first. */
    rowsOf(personId: string): AsyncIterable<unknown> {
      return inBatches<z.output<typeof blogSchema>>(1, (last, size) =>
        storage.reader
          .selectFrom('blogs')
          .select(['id', 'title', 'image_url', 'category', 'short_description', 'long_description'])
          .select(['created_at', 'updated_at'])
          .where('author_id', '=', personId)
          .where('id', '>', last?.id ?? '')
          .orderBy('id')
          .limit(size)
          .execute(),
      );
    },
    async release(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void> {
      const ids: string[] = [];
      for await (const { id } of blogIdsOf(write.db, personId)) ids.push(id);
      await (blogs === 'remove' ? setBlogsAside : forgetAuthor)(write, personId, ids);
      noteBlogChange(write, ...ids);
    },
    async restore(write: Write, personId: string): Promise<void> {
      await takeBack(write, kinds.blog, personId, async (rows) => {
        for (const { row } of rows) await putBlogBack(write, row as BlogsTable);
      });
      await takeBack(write, kinds.authorship, personId, async (rows) => {
        const ids = rows.map(({ rowId }) => rowId);
        await write.db
          .updateTable('blogs')
          .set({ author_id: personId })
          .where('id', 'in', ids)
          .where('author_id', 'is', null)
          .execute();
        noteBlogChange(write, ...ids);
      });
    },
  };
}

/** The earlier texts of the person's blogs. They go with the account, whatever happens to the blogs. */
export function personalRevisions(storage: Storage) {
  return {
    name: 'blogRevisions',
    row: revisionSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const { reader } = storage;
      for await (const { id } of blogIdsOf(reader, personId)) {
        yield* inBatches<z.output<typeof revisionSchema>>(1, (last, size) =>
          reader
            .selectFrom('blog_revisions')
            .select(['blog_id', 'version', 'title', 'image_url', 'category'])
            .select(['short_description', 'long_description', 'word_count', 'saved_at'])
            .where('blog_id', '=', id)
            .where('version', '>', last?.version ?? 0)
            .orderBy('version')
            .limit(size)
            .execute(),
        );
      }
    },
    /** Before the blogs go. Those of a blog that stays are seen by nobody: it has no author to show them to. */
    async release(write: Write, personId: string, blogs: 'keep' | 'remove'): Promise<void> {
      if (blogs === 'keep') return;
      for await (const { id } of blogIdsOf(write.db, personId)) {
        const rows = await write.db
          .selectFrom('blog_revisions')
          .selectAll()
          .where('blog_id', '=', id)
          .execute();
        const aside = rows.map((row) => ({ rowId: `${id} ${row.version}`, personId, row }));
        await setAside(write, kinds.revision, personId, aside);
      }
    },
    /** After the blogs came back. */
    async restore(write: Write, personId: string): Promise<void> {
      await takeBack(write, kinds.revision, personId, async (rows) => {
        const revisions = rows.map(({ row }) => row as BlogRevisionsTable);
        const known = await write.db
          .selectFrom('blogs')
          .select('id')
          .where('id', 'in', [...new Set(revisions.map(({ blog_id }) => blog_id))])
          .execute();
        const ids = new Set(known.map(({ id }) => id));
        const back = revisions.filter(({ blog_id }) => ids.has(blog_id));
        if (back.length === 0) return;
        await write.db
          .insertInto('blog_revisions')
          .values(back)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
    },
    /** Those of blogs that stay. */
    async end({ db }: Write, personId: string): Promise<void> {
      await db
        .deleteFrom('blog_revisions')
        .where('blog_id', 'in', (query) =>
          query
            .selectFrom('set_aside_rows')
            .select('row_id')
            .where('holder_id', '=', personId)
            .where('kind', '=', kinds.authorship),
        )
        .execute();
    },
  };
}

/** What the person is writing. It goes with the account. */
export function personalDrafts(storage: Storage) {
  return {
    name: 'drafts',
    row: draftSchema,
    async *rowsOf(personId: string): AsyncIterable<unknown> {
      const drafts = inBatches<{ key: string; text: string; saved_at: number }>(1, (last, size) =>
        storage.reader
          .selectFrom('saved_drafts')
          .select(['key', 'text', 'saved_at'])
          .where('person_id', '=', personId)
          .where('key', '>', last?.key ?? '')
          .orderBy('key')
          .limit(size)
          .execute(),
      );
      for await (const draft of drafts) yield { ...draft, text: JSON.parse(draft.text) };
    },
  };
}
