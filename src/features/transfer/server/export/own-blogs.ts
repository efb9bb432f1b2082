import { textColumns } from '../../../../blog/fields.ts';
import { findHeldBlog } from '../../../../blog/server/held/held-texts.ts';
import { findOwnHolds } from '../../../../blog/server/held/moderation-holds.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Reader } from '../../../../storage/storage.ts';
import type { ExportedBlog } from './blog-file.ts';

/** A person's own blogs, oldest first, then those that staff hold; one at a time, since each may be long. */
export async function* ownBlogs(
  readerOf: () => Reader,
  personId: string,
): AsyncGenerator<ExportedBlog> {
  yield* publishedBlogs(readerOf, personId);
  const held = (await findOwnHolds(readerOf(), personId)).filter(({ kind }) => kind === 'blog');
  if (held.length === 0) return;
  const author = await readerOf()
    .selectFrom('people')
    .select('name')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  for (const { id } of held) {
    const row = await findHeldBlog(readerOf(), { id });
    if (row) yield { ...row, author_name: author.name };
  }
}

function publishedBlogs(readerOf: () => Reader, personId: string): AsyncGenerator<ExportedBlog> {
  return inBatches<ExportedBlog>(1, (last, size) =>
    readerOf()
      .selectFrom('published_blogs as blogs')
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
