import type { Selectable } from 'kysely';
import { textColumns } from '../../../../blog/fields.ts';
import { setAsideBlog } from '../../../../blog/server/blog-rows.ts';
import { findOwnHeld } from '../../../../blog/server/held/held-texts.ts';
import type { BlogsTable } from '../../../../blog/server/tables.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import { findSetAside } from '../../../../storage/set-aside.ts';
import type { Reader } from '../../../../storage/storage.ts';
import type { ExportedBlog } from './blog-file.ts';

/** A person's own blogs, oldest first, then those that staff keep out of sight; one at a time, since each may be long. */
export async function* ownBlogs(
  readerOf: () => Reader,
  personId: string,
): AsyncGenerator<ExportedBlog> {
  yield* blogsInSight(readerOf, personId);
  const held = (await findOwnHeld(readerOf(), personId)).filter(({ kind }) => kind === 'blog');
  if (held.length === 0) return;
  const author = await readerOf()
    .selectFrom('people')
    .select('name')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  for (const { id } of held) {
    const row = await findSetAside(readerOf(), setAsideBlog, id);
    if (row) yield { ...(row as Selectable<BlogsTable>), author_name: author.name };
  }
}

function blogsInSight(readerOf: () => Reader, personId: string): AsyncGenerator<ExportedBlog> {
  return inBatches<ExportedBlog>(1, (last, size) =>
    readerOf()
      .selectFrom('blogs')
      .innerJoin('people', 'people.id', 'blogs.author_id')
      .select(textColumns)
      .select(['blogs.id', 'blogs.created_at', 'updated_at'])
      .select('people.name as author_name')
      .where('author_id', '=', personId)
      .where('blogs.id', '>', last?.id ?? '')
      .orderBy('blogs.id')
      .limit(size)
      .execute(),
  );
}
