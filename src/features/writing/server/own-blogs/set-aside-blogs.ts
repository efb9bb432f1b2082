import type { Insertable } from 'kysely';
import { setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import { relateBlog } from '../../../../blog/server/related-blogs.ts';
import { noteBlogChange } from '../../../../blog/server/store-blog.ts';
import type { BlogsTable } from '../../../../blog/server/tables.ts';
import { indexTitle } from '../../../../blog/server/title-words.ts';
import { type Sake, setAside, takeBack } from '../../../../storage/set-aside.ts';
import type { Write } from '../../../../storage/storage.ts';
import { endStates, reviveStates } from '../drafts/draft-states.ts';
import type { BlogRevisionsTable, SavedDraftsTable } from '../tables.ts';

/** Kinds of what is set aside with a blog: an earlier text of it, and what its author was changing. */
export const setAsideKinds = { revision: 'blog-revision', draft: 'blog-draft' } as const;

/**
 * Takes a blog out of sight; what hangs on it has been set aside before, and `forgetBlogs` told. The write is alone among
 * all.
 */
export async function setBlogAside(write: Write, id: string, sake: Sake): Promise<void> {
  const { db } = write;
  const row = await db.selectFrom('blogs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const personId = row.author_id ?? sake.holderId;
  await setAside(write, setAsideBlog, sake, [{ rowId: id, personId, row }]);
  await db.deleteFrom('blogs').where('id', '=', id).execute();
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

export function putBlogsBack(write: Write, sake: Sake): Promise<void> {
  return takeBack(write, setAsideBlog, sake, async (rows) => {
    for (const { row } of rows) await putBlogBack(write, row as BlogsTable);
  });
}

/** Takes the earlier texts of a blog out of sight, one after the other: each may be long. */
export async function setRevisionsAside(
  write: Write,
  blogId: string,
  personId: string | null,
  sake: Sake,
): Promise<void> {
  const { db } = write;
  const versions = await db
    .selectFrom('blog_revisions')
    .select('version')
    .where('blog_id', '=', blogId)
    .execute();
  for (const { version } of versions) {
    const row = await db
      .selectFrom('blog_revisions')
      .selectAll()
      .where('blog_id', '=', blogId)
      .where('version', '=', version)
      .executeTakeFirstOrThrow();
    const rowId = `${blogId} ${version}`;
    await setAside(write, setAsideKinds.revision, sake, [{ rowId, personId, row }]);
  }
}

/** After the blogs came back. */
export async function putRevisionsBack(write: Write, sake: Sake): Promise<void> {
  await takeBack(write, setAsideKinds.revision, sake, async (rows) => {
    // Rows of one insert have the same columns; what an older site set aside lacks some.
    const revisions = rows.map(({ row }) => ({
      image_alt: '',
      ...(row as Insertable<BlogRevisionsTable>),
    }));
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
}

/** What the author was changing in the blog goes and comes back with it. */
export async function setDraftAside(
  write: Write,
  blogId: string,
  personId: string,
  sake: Sake,
): Promise<void> {
  const draft = await write.db
    .deleteFrom('saved_drafts')
    .where('person_id', '=', personId)
    .where('key', '=', blogId)
    .returningAll()
    .executeTakeFirst();
  if (!draft) return;
  if (sake.endsAt !== null) await endStates(write, { personId, key: blogId }, sake.endsAt);
  const aside = [{ rowId: `${personId} ${blogId}`, personId, row: draft }];
  await setAside(write, setAsideKinds.draft, sake, aside);
}

export async function putDraftBack(write: Write, sake: Sake): Promise<void> {
  await takeBack(write, setAsideKinds.draft, sake, async (rows) => {
    await write.db
      .insertInto('saved_drafts')
      .values(rows.map(({ row }) => row as Insertable<SavedDraftsTable>))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const { row } of rows) {
      const { person_id: personId, key } = row as SavedDraftsTable;
      await reviveStates(write, { personId, key });
    }
  });
}
