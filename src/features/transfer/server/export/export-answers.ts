import { type TextRow, textColumns } from '../../../../blog/fields.ts';
import { findHeldBlog } from '../../../../blog/server/held/held-texts.ts';
import { findOwnHolds } from '../../../../blog/server/held/moderation-holds.ts';
import { type Answer, answer } from '../../../../identity/answer.ts';
import type { HeavyCalls } from '../../../../identity/quotas/heavy-calls.ts';
import { inBatches } from '../../../../storage/background/in-batches.ts';
import type { Reader, Storage } from '../../../../storage/storage.ts';
import { exportMyBlogs } from '../../contract.ts';
import type { ExportedBlog } from './blog-file.ts';
import { writeZip, type ZipEntry } from './write-zip.ts';

/** A draft in the form of a blog's row. */
interface ExportedDraft extends TextRow {
  /** An id, or `new`. */
  readonly key: string;
  readonly saved_at: number;
}

interface OwnText {
  readonly blog: ExportedBlog;
  readonly isDraft: boolean;
}

/**
 * A person's published blogs, oldest first, then those held by staff, and their drafts; one at a time, as each may be
 * long.
 */
async function* ownTexts(
  { storage, ownDrafts }: Pick<ExportParts, 'storage' | 'ownDrafts'>,
  personId: string,
): AsyncGenerator<OwnText> {
  const readerOf = () => storage.reader;
  for await (const blog of publishedBlogs(readerOf, personId)) yield { blog, isDraft: false };
  const { name: author_name } = await readerOf()
    .selectFrom('people')
    .select('name')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  for (const { id, kind } of await findOwnHolds(readerOf(), personId)) {
    const row = kind === 'blog' ? await findHeldBlog(readerOf(), { id }) : undefined;
    if (row) yield { blog: { ...row, author_name }, isDraft: false };
  }
  for await (const { key: id, saved_at, ...text } of ownDrafts(personId)) {
    const times = { created_at: saved_at, updated_at: saved_at };
    yield { blog: { ...text, ...times, id, author_name }, isDraft: true };
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
  /** The drafts of a person's own texts. */
  readonly ownDrafts: (personId: string) => AsyncIterable<ExportedDraft>;
  readonly heavyCalls: HeavyCalls;
  /** Creates a function for one archive that yields the pictures in a text; each picture only once. */
  readonly pictureFiles: () => (text: string) => AsyncIterable<Pick<ZipEntry, 'name' | 'content'>>;
}

/** Each text, followed by its uploaded pictures in the place where the import looks for them. */
async function* filesOf(parts: ExportParts, personId: string) {
  const { blogFile } = await import('./blog-file.ts');
  const filesIn = parts.pictureFiles();
  for await (const { blog, isDraft } of ownTexts(parts, personId)) {
    const file = blogFile(blog, { isDraft });
    yield isDraft ? { ...file, name: `drafts/${file.name}` } : file;
    const { image_url, long_description, updated_at: modifiedAt } = blog;
    for await (const file of filesIn(`${image_url} ${long_description}`)) {
      yield { ...file, modifiedAt };
    }
  }
}

/** Endpoint for an author's export of their own blogs and drafts. */
export function exportAnswers(parts: ExportParts): readonly Answer[] {
  return [
    answer(exportMyBlogs, async (_input, { person, reply }) => {
      const archive = await parts.heavyCalls.stream(person.id, writeZip(filesOf(parts, person.id)));
      reply.header('content-disposition', 'attachment; filename="my-blogs.zip"');
      return archive;
    }),
  ];
}
