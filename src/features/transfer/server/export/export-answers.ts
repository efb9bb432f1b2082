import { textColumns } from '../../../../blog/fields.ts';
import { findHeldBlog } from '../../../../blog/server/held/held-texts.ts';
import { findOwnHolds } from '../../../../blog/server/held/moderation-holds.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import type { HeavyCalls } from '../../../../identity/quotas/heavy-calls.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Reader, Storage } from '../../../../storage/storage.ts';
import { exportMyBlogs } from '../../contract.ts';
import type { ExportedBlog } from './blog-file.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

/** A person's published blogs, oldest first, then those held by staff; one at a time, as each may be long. */
async function* ownBlogs(readerOf: () => Reader, personId: string): AsyncGenerator<ExportedBlog> {
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

export interface ExportParts {
  readonly storage: Storage;
  readonly heavyCalls: HeavyCalls;
  /** Creates a function for one archive that yields the pictures in a text; each picture only once. */
  readonly pictureFiles: () => (text: string) => AsyncIterable<Pick<ZipEntry, 'name' | 'content'>>;
}

/** Each blog, followed by its uploaded pictures in the place where the import looks for them. */
async function* filesOf({ storage, pictureFiles }: ExportParts, personId: string) {
  const { blogFile } = await import('./blog-file.ts');
  const filesIn = pictureFiles();
  for await (const blog of ownBlogs(() => storage.reader, personId)) {
    yield blogFile(blog);
    const { image_url, long_description, updated_at: modifiedAt } = blog;
    for await (const file of filesIn(`${image_url} ${long_description}`)) {
      yield { ...file, modifiedAt };
    }
  }
}

/** Endpoint for an author's export of their own blogs. */
export function exportAnswers(parts: ExportParts): readonly Answer[] {
  return [
    answer(exportMyBlogs, async (_input, { person, reply }) => {
      const archive = await parts.heavyCalls.stream(person.id, writeZip(filesOf(parts, person.id)));
      reply.header('content-disposition', 'attachment; filename="my-blogs.zip"');
      return archive;
    }),
  ];
}
